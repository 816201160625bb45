/** A server for all hosts of the court system with scripted responses. */
import { readdir, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { CookieJar } from 'tough-cookie'
import { makeTemporaryFolder } from '#tests/helpers/environment'
import { readPage } from '#app/court_pages/read_page'
import { createRegistryClient } from '../registry_client/client.js'
import type {
  BilledRequest,
  ClientOptions,
  RegistryClient,
  RegistrySession,
  RequestContext,
} from '../registry_client/types.js'

/** A received request. */
export interface Arrived {
  method: string
  host: string
  path: string
  headers: IncomingMessage['headers']
  body: string
}

export interface ScriptedAnswer {
  status?: number
  headers?: Record<string, string | string[]>
  body?: string | Buffer
  /** Sends only the start of a response. */
  stops?: boolean
  /** Closes the connection without a response. */
  drops?: boolean
}

/** A response or its page. */
type Respond = (
  request: Arrived
) => string | Buffer | ScriptedAnswer | Promise<string | Buffer | ScriptedAnswer>

export const TOKEN = 'T'.repeat(128)
export const CREDENTIALS = { username: 'reader-one', password: 'word-of-reader' }

export interface CourtServer {
  client: RegistryClient
  requests: Arrived[]
  folder: string
  address: { host: string; port: number }
  /** Context of requests. */
  context: RequestContext
  billed: BilledRequest[]
  /** A logged-in session. */
  session(): Promise<RegistrySession>
  files(): Promise<string[]>
}

/** Response of a successful login. */
export const loggedIn = (said = '', token = TOKEN): ScriptedAnswer => ({
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ nextGenCSO: token, loginResult: '0', errorDescription: said }),
})

/** Starts a server and a client that connects only to it. */
export async function serveCourts(
  cleanup: (handler: () => Promise<void>) => unknown,
  respond: Respond,
  options: Partial<ClientOptions> = {}
): Promise<CourtServer> {
  const requests: Arrived[] = []
  const server = createServer((incoming, response) => {
    void (async () => {
      const arrived = {
        method: incoming.method!,
        host: incoming.headers.host!,
        path: incoming.url!,
        headers: incoming.headers,
        body: (await buffer(incoming)).toString('utf8'),
      }
      requests.push(arrived)
      const given = await respond(arrived)
      const answer = typeof given === 'string' || Buffer.isBuffer(given) ? { body: given } : given
      if (answer.drops) return incoming.socket.destroy()
      response.writeHead(answer.status ?? 200, {
        'content-type': 'text/html',
        ...answer.headers,
      })
      if (answer.stops) response.write(answer.body ?? 'The beginning')
      else response.end(answer.body ?? '')
    })()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const folder = makeTemporaryFolder()
  const address = { host: '127.0.0.1', port }
  const client = createRegistryClient({
    parse: readPage,
    connect: address,
    proxy: null,
    maxPerCourt: 10,
    maxRequests: 10,
    interval: 0,
    folder,
    ...options,
  })
  cleanup(async () => {
    await client.close()
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
    await rm(folder, { recursive: true })
  })
  const billed: BilledRequest[] = []
  const context: RequestContext = {
    signal: new AbortController().signal,
    beforeBilled: async (request) => void billed.push(request),
  }
  return {
    client,
    requests,
    folder,
    address,
    context,
    billed,
    session: async () =>
      client.resume({
        cookies: (await sessionCookies()).serializeSync()!,
        proxy: null,
        notice: '',
        loggedInAt: Date.now(),
      }),
    files: () => readdir(folder),
  }
}

async function sessionCookies(): Promise<CookieJar> {
  const jar = new CookieJar()
  await jar.setCookie(
    `NextGenCSO=${TOKEN}; Domain=uscourts.gov; Path=/; Secure`,
    'https://pacer.login.uscourts.gov/'
  )
  return jar
}

/** Fields of a multipart form, whose parts must not have file names. */
export function parseMultipartFields({ headers, body }: Arrived): Record<string, string> {
  const boundary = /^multipart\/form-data; boundary=(\S+)$/.exec(headers['content-type'] ?? '')?.[1]
  if (!boundary) throw new Error(`no form in parts: ${headers['content-type']}`)
  const parts = body.split(`--${boundary}`).slice(1, -1)
  return Object.fromEntries(
    parts.map((part) => {
      const [, name, value] =
        /^\r\nContent-Disposition: form-data; name="(\w+)"\r\n\r\n([^]*)\r\n$/.exec(part) ?? []
      if (name === undefined) throw new Error(`no part of a form: ${part}`)
      return [name, value!]
    })
  )
}
