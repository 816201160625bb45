/** An HTTP client of the upstream server that keeps to its limits. */
import { setTimeout as sleep } from 'node:timers/promises'
import { describeFailure, isPortBlocked } from '#app/support/connection_failure'
import { CommandRefusal, Interrupted } from '#app/support/interrupted'
import { LONGEST_PAUSE, readDelay, readRateLimit, readUsage } from './limits.js'

export type JsonRecord = Record<string, unknown> & { id: number | string }

export interface UpstreamChange {
  change: string
  /** Start of the transaction. */
  date?: string
  resource: string
  id: number | string
  merged_into?: number | string
  record?: JsonRecord | null
}

export interface ChangePage {
  cursor: string
  more: boolean
  results: UpstreamChange[]
}

export interface ListPage {
  next: string | null
  results: JsonRecord[]
  /** Time of the upstream's clock. */
  date: Date
}

export interface UpstreamOptions {
  /** URL of the server. */
  url: string
  /** Null for anonymous requests. */
  token: string | null
  signal: AbortSignal
  /** Receives the reasons of failed requests. */
  report: (message: string) => void
  /** Runs before a long pause: for a limit, or after the failure that is given. */
  pauses?: (until: Date, failure: string | null) => Promise<void>
  /** Fields that records of a resource have only on request. */
  includes?: (resource: string) => string | undefined
  /** Most attempts of a failing request; by default, it is repeated until it succeeds. */
  attempts?: number
}

/** A record that no longer exists, and the key of the remaining record if it was merged. */
interface Missing {
  isSealed: boolean
  into: string | undefined
}

/** The upstream no longer has the changes after the position. */
export class PositionLost extends Error {}

/** A response is larger than this server reads. */
export class ResponseTooLarge extends CommandRefusal {}

/** A response has another form than those of the API. */
class UnexpectedResponse extends Error {}

/** Milliseconds until a request without a response fails; a long poll is shorter. */
const RESPONSE_TIMEOUT = 120_000
/** Milliseconds until a failed request is repeated; doubled each time. */
const RETRY = { first: 500, most: 60_000 }
/** Milliseconds of a pause that is shown in the status, and of one that is reported as well. */
const LONG_PAUSE = { shown: 1_000, reported: 30_000 }
/** Bytes of a response without compression. */
const MAX_RESPONSE = 128 * 1024 * 1024
/** Bytes of an error that are read, and characters of it that are shown. */
const MAX_ERROR = { bytes: 64 * 1024, characters: 300 }

/** Statuses of deleted, merged, and sealed records. */
const MISSING = [404, 410, 308, 301]
/** Path of the limits of the account. */
const USAGE = 'api-usage/'
/** Statuses of `api-usage` on servers without it, or for anonymous requests. */
const NO_USAGE = [401, 403, 404, 405]
/** Statuses of a page whose position is no longer valid. */
const NO_PAGE = [404]

interface Answer<T> {
  body: T
  headers: Headers
}

export class Upstream {
  /** URL of the version. */
  readonly base: string
  /** Requests wait until this time (milliseconds since 1970), because a limit is used up. */
  #pausedUntil = 0

  constructor(readonly options: UpstreamOptions) {
    this.base = `${options.url}/api/rest/v4/`
  }

  /** URLs of the lists, by resource. */
  async root(): Promise<Record<string, unknown>> {
    return (await this.#get('', isObject))!.body
  }

  /** @param query with the leading question mark; empty for the first page in the default order */
  async list(resource: string, query: string): Promise<ListPage> {
    return readPage((await this.#get(this.#listPath(resource, query), isPage))!)
  }

  /** A page after others; null if the upstream rejects its position. */
  async nextPage(resource: string, query: string): Promise<ListPage | null> {
    const answer = await this.#get(this.#listPath(resource, query), isPage, NO_PAGE)
    return answer && readPage(answer)
  }

  /** A record; null if it no longer exists. */
  async record(resource: string, key: string): Promise<JsonRecord | null> {
    const found = await this.find(resource, key)
    return 'record' in found ? found.record : null
  }

  /** A record, or how it was removed. */
  async find(resource: string, key: string): Promise<{ record: JsonRecord } | Missing> {
    const path = this.#listPath(resource, `${encodeURIComponent(key)}/`)
    let missing: Missing = { isSealed: false, into: undefined }
    const answer = await this.#get(path, isRecord, MISSING, ({ status, headers }) => {
      const [, into] = /([^/?]+)\/?(?:\?.*)?$/.exec(headers.get('location') ?? '') ?? []
      missing = { isSealed: status === 410, into: status < 400 ? into : undefined }
    })
    return answer ? { record: withKey(answer.body) } : missing
  }

  /** A path with the fields that are included; links to next pages already have them. */
  #listPath(resource: string, rest: string): string {
    const included = this.options.includes?.(resource)
    const path = `${resource}/${rest}`
    if (included === undefined || rest.includes('include=')) return path
    return `${path}${rest.includes('?') ? '&' : '?'}include=${included}`
  }

  /** @throws PositionLost, ResponseTooLarge */
  async changes(query: Record<string, string>): Promise<ChangePage> {
    return (await this.#get(`changes/?${new URLSearchParams(query)}`, isChangePage))!.body
  }

  /**
   * Waits until a request is free, according to `api-usage`, which has limits that the headers
   * of other responses don't have.
   *
   * @throws CommandRefusal if the account is blocked
   */
  async awaitFreeRequest(): Promise<void> {
    if (this.options.token === null) return
    const answer = await this.#get(USAGE, isObject, NO_USAGE)
    if (!answer) return
    const { delay, isBlocked } = readUsage(answer.body)
    if (isBlocked)
      throw new CommandRefusal(`${this.options.url} has blocked the account of this mirror`)
    this.#pausedUntil = Math.max(this.#pausedUntil, Date.now() + delay)
  }

  /**
   * Reads until the upstream responds: rejected requests are repeated when the limit allows it, and
   * failed ones after a delay.
   *
   * @param path under the version. No part of it is a host, so the token is sent only to the
   *   upstream; redirects aren't followed for the same reason.
   * @param isExpected checks the parsed body; another one, for example of a proxy, counts as a
   *   failed request
   * @param missing statuses for which it returns null and calls `onMissing`
   * @throws CommandRefusal for a request that can't succeed, Interrupted, PositionLost
   */
  async #get<T>(
    path: string,
    isExpected: (body: unknown) => body is T,
    missing: readonly number[] = [],
    onMissing?: (response: Response) => void
  ): Promise<Answer<T> | null> {
    const { token, signal } = this.options
    const url = this.base + path
    for (let failures = 0, rejections = 0; ;) {
      await this.#pause(this.#pausedUntil - Date.now())
      let response: Response
      let text: string
      try {
        response = await fetch(url, {
          headers: {
            accept: 'application/json',
            ...(token ? { authorization: `Token ${token}` } : {}),
          },
          redirect: 'manual',
          signal: AbortSignal.any([signal, AbortSignal.timeout(RESPONSE_TIMEOUT)]),
        })
        const used = readRateLimit(response.headers)
        this.#pausedUntil = Math.max(this.#pausedUntil, Date.now() + used)
        text = await readText(response, url)
        if (response.ok) {
          const body: unknown = JSON.parse(text)
          if (isExpected(body)) return { body, headers: response.headers }
          throw new UnexpectedResponse("the response isn't from a server with this API")
        }
      } catch (error) {
        if (error instanceof CommandRefusal) throw error
        if (isPortBlocked(error))
          throw new CommandRefusal(`${this.options.url} has a port of another protocol`)
        const isUnexpected = error instanceof UnexpectedResponse
        await this.#retry(++failures, isUnexpected ? error.message : describeFailure(error))
        continue
      }
      const { status, headers } = response
      if (missing.includes(status)) {
        onMissing?.(response)
        return null
      }
      if (status === 410) throw new PositionLost(this.#printable(text))
      if (status !== 429 && status < 500)
        throw new CommandRefusal(
          `${url.split('?')[0]} returned ${status}: ${this.#printable(headers.get('location') ?? text)}`
        )
      const delay = readDelay(headers, text)
      if (status !== 429) await this.#retry(++failures, `it returned ${status}`, delay)
      // A limit isn't a failure. Without a delay, the account may be blocked.
      else if (delay !== undefined) await this.#pause(delay)
      else {
        if (path !== USAGE) await this.awaitFreeRequest()
        await this.#pause(backoff(++rejections))
      }
    }
  }

  /** Text of the upstream for a terminal and staff pages; it may repeat the token. */
  #printable(text: string): string {
    const { token } = this.options
    const shown = token ? text.replaceAll(token, '[token]') : text
    return shown.replace(/\p{C}+/gu, ' ').slice(0, MAX_ERROR.characters)
  }

  /** Waits after a failed request. */
  async #retry(failures: number, reason: string, given?: number): Promise<void> {
    const { url, signal, report, attempts = Infinity } = this.options
    if (signal.aborted) throw new Interrupted()
    if (failures >= attempts) throw new CommandRefusal(`requests to ${url} failed: ${reason}`)
    const delay = given ?? backoff(failures)
    report(`a request to ${url} failed (${reason}); next attempt in ${Math.ceil(delay / 1_000)} s`)
    await this.#pause(delay, `a request failed: ${reason}`)
  }

  async #pause(wanted: number, failure: string | null = null): Promise<void> {
    const { signal, url, report, pauses } = this.options
    if (signal.aborted) throw new Interrupted()
    if (wanted <= 0) return
    const delay = Math.min(wanted, LONGEST_PAUSE)
    if (delay > LONG_PAUSE.reported) report(`waits ${Math.ceil(delay / 1_000)} s for ${url}`)
    if (delay >= LONG_PAUSE.shown) await pauses?.(new Date(Date.now() + delay), failure)
    await sleep(delay, undefined, { signal }).catch(() => {
      throw new Interrupted()
    })
  }
}

/** @throws ResponseTooLarge while the body is read */
async function readText({ body, ok }: Response, url: string): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body ?? []) {
    chunks.push(chunk)
    size += chunk.length
    if (!ok && size > MAX_ERROR.bytes) break
    if (size > MAX_RESPONSE)
      throw new ResponseTooLarge(`the response of ${url} is larger than ${MAX_RESPONSE} bytes`)
  }
  return new TextDecoder().decode(Buffer.concat(chunks))
}

/** Milliseconds after a number of failures. */
function backoff(failures: number): number {
  return Math.min(RETRY.first * 2 ** (failures - 1), RETRY.most)
}

function isObject(body: unknown): body is Record<string, unknown> {
  return typeof body === 'object' && body !== null && !Array.isArray(body)
}

function isRecord(body: unknown): body is JsonRecord {
  return isObject(body) && ('id' in body || typeof body.resource_uri === 'string')
}

function isPage(body: unknown): body is ListPage {
  if (!isObject(body)) return false
  const { next, results } = body
  return (
    (next === null || typeof next === 'string') && Array.isArray(results) && results.every(isRecord)
  )
}

function isChangePage(body: unknown): body is ChangePage {
  if (!isObject(body)) return false
  const { cursor, more, results } = body
  return (
    typeof cursor === 'string' &&
    typeof more === 'boolean' &&
    Array.isArray(results) &&
    results.every((one) => isRecord(one) && typeof one.resource === 'string')
  )
}

function readPage({ body, headers }: Answer<ListPage>): ListPage {
  const date = Date.parse(headers.get('date') ?? '')
  return {
    next: body.next,
    results: body.results.map(withKey),
    date: new Date(Number.isNaN(date) ? Date.now() : date),
  }
}

/** Some records of the public service have their ID only in their URL. */
function withKey(record: JsonRecord): JsonRecord {
  if (record.id !== undefined || typeof record.resource_uri !== 'string') return record
  const key = /([^/]+)\/?$/.exec(record.resource_uri)?.[1]
  return { ...record, id: key ?? '' }
}
