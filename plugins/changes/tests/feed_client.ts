/** A client of the change feed in tests. */
import { once } from 'node:events'
import http from 'node:http'

export interface FeedItem {
  change: string
  resource: string
  id: number | string
  resource_uri: string
  date: string
  cursor: string
  merged_into?: number
  record?: Record<string, unknown> | null
}

export interface Page {
  next: string
  cursor: string
  more: boolean
  results: FeedItem[]
}

type Query = Record<string, string | number>

export class FeedClient {
  /** @param base URL of the server */
  constructor(
    readonly base: string,
    readonly authorization?: string
  ) {}

  static ofTestServer(authorization?: string): FeedClient {
    return new FeedClient(`http://${process.env.HOST}:${process.env.PORT}`, authorization)
  }

  url(path: string, query: Query = {}): string {
    const search = new URLSearchParams(
      Object.entries(query).map(([name, value]): [string, string] => [name, String(value)])
    )
    return `${this.base}/api/rest/v4/${path}?${search}`
  }

  get headers(): Record<string, string> {
    return this.authorization ? { authorization: this.authorization } : {}
  }

  async get(query: Query = {}): Promise<{ status: number; body: any; headers: Headers }> {
    const response = await fetch(this.url('changes/', query), { headers: this.headers })
    return { status: response.status, body: await response.json(), headers: response.headers }
  }

  async page(query: Query = {}): Promise<Page> {
    const { status, body } = await this.get(query)
    if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`)
    return body
  }

  /** The current cursor. */
  async now(): Promise<string> {
    return (await this.page()).cursor
  }

  /** All changes after a cursor. */
  async since(cursor: string, query: Query = {}): Promise<FeedItem[]> {
    const found: FeedItem[] = []
    for (let since = cursor, more = true; more;) {
      const page = await this.page({ ...query, since })
      found.push(...page.results)
      since = page.cursor
      more = page.more
    }
    return found
  }

  /** Opens a stream and reads its text until a condition is met. */
  async stream(
    query: Query,
    { until, lastEventId }: { until: (text: string) => boolean; lastEventId?: string }
  ): Promise<{ status: number; text: string; headers: http.IncomingHttpHeaders }> {
    const request = http.get(this.url('changes/stream/', query), {
      headers: {
        ...this.headers,
        accept: 'text/event-stream',
        ...(lastEventId ? { 'last-event-id': lastEventId } : {}),
      },
    })
    const [response] = (await once(request, 'response')) as [http.IncomingMessage]
    let text = ''
    for await (const part of response) {
      text += String(part)
      if (until(text)) break
    }
    request.destroy()
    return { status: response.statusCode!, text, headers: response.headers }
  }
}

/** The changes in a stream, with the IDs of their events. */
export function parseEvents(text: string): { id: string; data: FeedItem }[] {
  return [...text.matchAll(/id: (\S+)\ndata: (.*)\n\n/g)].map(([, id, data]) => ({
    id: id!,
    data: JSON.parse(data!) as FeedItem,
  }))
}

/** A change in short form: `updated dockets 1`. */
export function short({ change, resource, id, merged_into: into }: FeedItem): string {
  return `${change} ${resource} ${id}${into === undefined ? '' : ` into ${into}`}`
}
