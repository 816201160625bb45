/**
 * The HTTP server itself: what it takes, and what it says to requests that
 * never become one.
 */
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http'
import { once } from 'node:events'
import { Server as NetServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { noteWork } from '#app/support/process_stop'

/** Bytes of a request's line and headers: room for a list of some thousand keys. */
const MAX_HEAD_SIZE = 64 * 1024

/**
 * Milliseconds after which a connection without a request is ended. Longer than
 * proxies and load balancers keep theirs (60 seconds, by their defaults): the
 * side that sends requests has to be the first to end a connection, or one is
 * lost when both happen at once.
 */
const KEEP_ALIVE_TIMEOUT = 75_000

/** Requests of a connection that may wait for those before them; no client sends more than a few. */
const MAX_PIPELINED = 64

const SLASH = '/'.charCodeAt(0)

/** Milliseconds; containers are killed ten seconds after they were asked to stop. */
const DRAIN_TIMEOUT = 5_000

const ERRORS: Record<string, [status: string, detail: string]> = {
  HPE_HEADER_OVERFLOW: [
    '431 Request Header Fields Too Large',
    `The address and headers of a request may have ${MAX_HEAD_SIZE / 1024} KB together. Ask in several requests.`,
  ],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'The request did not arrive in time.'],
  HPE_INVALID_URL: [
    '400 Bad Request',
    'The URL holds a character that must be percent-encoded, as %C3%A9 for é.',
  ],
  // What follows a blank in a URL is taken for the version of HTTP.
  HPE_INVALID_CONSTANT: [
    '400 Bad Request',
    'The request line is not "method URL HTTP/1.1". A blank in the URL is written %20.',
  ],
}

const UNKNOWN_METHOD: [status: string, detail: string] = [
  '501 Not Implemented',
  'This server does not know the method. It knows GET, HEAD, OPTIONS, POST, PUT, PATCH and DELETE, in capital letters.',
]

/** May be asynchronous: the server awaits it and handles its errors. */
export type RequestHandler = (request: IncomingMessage, response: ServerResponse) => unknown

/**
 * A server for the handler that answers unreadable requests in JSON, too,
 * and outlives whatever the handler throws.
 */
export function createHttpServer(handler: RequestHandler): Server {
  const settings = { maxHeaderSize: MAX_HEAD_SIZE, keepAliveTimeout: KEEP_ALIVE_TIMEOUT }
  return createServer(settings, oneByOne(guarded(handler))).on('clientError', refuse)
}

/**
 * Ends the connections of a server that is closing: those between two
 * requests at once, those with a request as soon as it is answered, and all of
 * them after five seconds.
 */
export function drain(server: Server): void {
  const between = setInterval(() => server.closeIdleConnections(), 50)
  const last = setTimeout(() => server.closeAllConnections(), DRAIN_TIMEOUT)
  server.once('close', () => {
    clearInterval(between)
    clearTimeout(last)
  })
}

/** Milliseconds in which a connection in use has its next request. */
const RETIRE_TIMEOUT = 10_000

/**
 * Takes no new connections and lets the open ones end: the next request on
 * each is still answered, with `Connection: close`. Those that have had none
 * when the time is over are left to `drain`.
 *
 * @returns when no connection is left, or ten seconds have passed
 */
export async function retire(server: Server): Promise<void> {
  server.prependListener('request', (_request, response: ServerResponse) => {
    response.setHeader('connection', 'close')
  })
  const closed = once(server, 'close')
  // That of HTTP would end idle connections at once.
  NetServer.prototype.close.call(server)
  await Promise.race([closed, sleep(RETIRE_TIMEOUT, undefined, { ref: false })])
}

/** A host and an optional port (RFC 9112, 3.2; RFC 3986, 3.2.2). */
const HOST = /^(?:\[[\da-f:.]+\]|[\w.~!$&'()*+,;=%-]*)(?::\d{0,5})?$/i

/** Characters of a name of the DNS, and of a port. */
const MAX_HOST = 255 + 6
const isHost = (text: string) => text.length <= MAX_HOST && HOST.test(text)

const ABSOLUTE = /^https?:\/\/([^/?#]*)(.*)$/i

/**
 * Checks the host of a request and brings an absolute target, as proxies send
 * it, to a path whose host replaces that of the header (RFC 9112, 3.2).
 *
 * @returns what is wrong; undefined when nothing is
 */
function readTarget(request: IncomingMessage): string | undefined {
  const { rawHeaders, headers } = request
  let hosts = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]!
    if (name.length === 4 && name.toLowerCase() === 'host') hosts++
  }
  if (hosts > 1) return 'A request has one Host header only.'
  if (headers.host !== undefined && !isHost(headers.host))
    return 'The Host header is not a host and port.'
  if (request.url!.charCodeAt(0) === SLASH) return undefined
  const [, host, rest] = ABSOLUTE.exec(request.url!) ?? []
  if (host === undefined) return undefined
  if (!host || !isHost(host)) return 'The target of this request has no valid host.'
  headers.host = host
  request.url = rest!.startsWith('/') ? rest! : `/${rest}`
  return undefined
}

/** Requests that wait, by the connection whose request is being answered. */
const waiting = new WeakMap<Socket, (() => void)[]>()

/**
 * Node reads 64 KB of a connection at once and hands over every request in
 * it: some thousand, whose handlers would all run before anything else. Here
 * the next one of a connection runs when the one before is answered, and
 * other connections have had their turn.
 */
function oneByOne(handler: Guarded): RequestListener {
  return (request, response) => {
    const { socket } = request
    if (socket.destroyed) return
    const answer = () => {
      response.once('close', () => setImmediate(next, socket))
      void handler(request, response)
    }
    const others = waiting.get(socket)
    if (!others) {
      waiting.set(socket, [])
      answer()
    } else if (others.length < MAX_PIPELINED) others.push(answer)
    else socket.destroy()
  }
}

function next(socket: Socket): void {
  const answer = waiting.get(socket)?.shift()
  if (answer) answer()
  else waiting.delete(socket)
}

/** Never rejects. */
type Guarded = (request: IncomingMessage, response: ServerResponse) => Promise<void>

/**
 * The framework answers errors of the application. What is left are those of the
 * answer itself, such as a header that cannot be written; uncaught they
 * would end the process and every other request with it.
 */
function guarded(handler: RequestHandler): Guarded {
  return async (request, response) => {
    const ended = noteWork(() => nameOf(request))
    try {
      const problem = readTarget(request)
      if (problem) return sendDetail(response, 400, problem)
      await handler(request, response)
    } catch (error) {
      await report(error, request)
      giveUp(response)
    } finally {
      ended()
    }
  }
}

/** For the log: without the query string, which may hold what a user searches for. */
function nameOf({ method, url = '' }: IncomingMessage): string {
  return `request ${method} ${redactKeys(url.split('?', 1)[0]!)}`
}

async function report(error: unknown, { method, url }: IncomingMessage): Promise<void> {
  // Not before the application is there: this file is what it starts with.
  const { default: logger } = await import('@adonisjs/core/services/logger')
  logger.fatal(
    { err: error, method, path: redactKeys(url ?? '') },
    'a request could not be answered'
  )
}

function giveUp(response: ServerResponse): void {
  if (response.headersSent) {
    response.destroy()
    return
  }
  for (const name of response.getHeaderNames()) response.removeHeader(name)
  sendDetail(response, 500, 'An internal error occurred and was logged.')
}

/** For addresses whose escapes are no text (`%C0`), which no route sees. */
export function refuseAddress(_request: IncomingMessage, response: ServerResponse): void {
  sendDetail(response, 400, 'The address of this request is not properly percent-encoded.')
}

function sendDetail(response: ServerResponse, status: number, detail: string): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ detail }))
}

/** An error of Node's parser, with what it had read. */
interface ParseError extends NodeJS.ErrnoException {
  rawPacket?: Buffer
}

function refusal({ code = '', rawPacket }: ParseError): [status: string, detail: string] {
  if (code === 'HPE_INVALID_METHOD' && /^[a-z]+ /i.test(rawPacket?.toString('latin1', 0, 40) ?? ''))
    return UNKNOWN_METHOD
  return ERRORS[code] ?? ['400 Bad Request', 'This is not a request of HTTP/1.1.']
}

function refuse(error: ParseError, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return
  const [status, detail] = refusal(error)
  const body = JSON.stringify({ detail })
  socket.end(
    `HTTP/1.1 ${status}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`
  )
}

/** An address as logs may have it: who has the key of a mailed link can use it. */
export function redactKeys(address: string): string {
  return address.replaceAll(/[0-9a-z]{40}/gi, '…')
}
