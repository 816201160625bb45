/**
 * The HTTP server: its limits, and its responses to requests that can't be parsed.
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

/** Maximum size of a request line and headers in bytes: enough for a list of a few thousand keys. */
const MAX_HEAD_SIZE = 64 * 1024

/**
 * Milliseconds after which an idle connection is closed. Must be longer than the idle timeouts
 * of proxies and load balancers (60 seconds by default): if the server closed a connection
 * first, a request sent at the same time would be lost.
 */
const KEEP_ALIVE_TIMEOUT = 75_000

/** Maximum number of queued requests of a connection; clients rarely pipeline more than a few. */
const MAX_PIPELINED = 64

const SLASH = '/'.charCodeAt(0)

/** In milliseconds. Containers are killed ten seconds after the stop signal. */
const DRAIN_TIMEOUT = 5_000

const ERRORS: Record<string, [status: string, detail: string]> = {
  HPE_HEADER_OVERFLOW: [
    '431 Request Header Fields Too Large',
    `The URL and headers together are limited to ${MAX_HEAD_SIZE / 1024} KB. Split this into several requests.`,
  ],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'The request did not arrive in time.'],
  HPE_INVALID_URL: [
    '400 Bad Request',
    'The URL contains a character that must be percent-encoded, such as %C3%A9 for é.',
  ],
  // The parser reads the text after a space in the URL as the HTTP version.
  HPE_INVALID_CONSTANT: [
    '400 Bad Request',
    'The request line must be "method URL HTTP/1.1". Write a space in the URL as %20.',
  ],
}

const UNKNOWN_METHOD: [status: string, detail: string] = [
  '501 Not Implemented',
  'Unknown method. Use GET, HEAD, OPTIONS, POST, PUT, PATCH, or DELETE, in uppercase.',
]

/** May be asynchronous: the server awaits it and handles its errors. */
export type RequestHandler = (request: IncomingMessage, response: ServerResponse) => unknown

/**
 * Creates a server that also answers unparsable requests in JSON, and survives errors of the
 * handler.
 */
export function createHttpServer(handler: RequestHandler): Server {
  const settings = { maxHeaderSize: MAX_HEAD_SIZE, keepAliveTimeout: KEEP_ALIVE_TIMEOUT }
  return createServer(settings, oneByOne(guarded(handler))).on('clientError', refuse)
}

/**
 * Closes the connections of a stopping server: idle ones immediately, active ones after their
 * response, and all of them after five seconds.
 */
export function drain(server: Server): void {
  const between = setInterval(() => server.closeIdleConnections(), 50)
  const last = setTimeout(() => server.closeAllConnections(), DRAIN_TIMEOUT)
  server.once('close', () => {
    clearInterval(between)
    clearTimeout(last)
  })
}

/** Milliseconds within which a connection in use sends its next request. */
const RETIRE_TIMEOUT = 10_000

/**
 * Stops accepting connections and lets open ones finish: the next request of each still gets a
 * response, with `Connection: close`. Connections that don't send one in time are left to `drain`.
 *
 * @returns when all connections are closed, or after ten seconds
 */
export async function retire(server: Server): Promise<void> {
  server.prependListener('request', (_request, response: ServerResponse) => {
    response.setHeader('connection', 'close')
  })
  const closed = once(server, 'close')
  // The method of the HTTP server would close idle connections immediately.
  NetServer.prototype.close.call(server)
  await Promise.race([closed, sleep(RETIRE_TIMEOUT, undefined, { ref: false })])
}

/** A host and an optional port (RFC 9112, 3.2; RFC 3986, 3.2.2). */
const HOST = /^(?:\[[\da-f:.]+\]|[\w.~!$&'()*+,;=%-]*)(?::\d{0,5})?$/i

/** Characters of a DNS name, and of a port. */
const MAX_HOST = 255 + 6
const isHost = (text: string) => text.length <= MAX_HOST && HOST.test(text)

const ABSOLUTE = /^https?:\/\/([^/?#]*)(.*)$/i

/**
 * Checks the host of a request, and reduces an absolute target, as sent by proxies, to its
 * path; its host replaces the header (RFC 9112, 3.2).
 *
 * @returns the problem, or undefined
 */
function readTarget(request: IncomingMessage): string | undefined {
  const { rawHeaders, headers } = request
  let hosts = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]!
    if (name.length === 4 && name.toLowerCase() === 'host') hosts++
  }
  if (hosts > 1) return 'A request must have exactly one Host header.'
  if (headers.host !== undefined && !isHost(headers.host))
    return 'The Host header must be a host with an optional port.'
  if (request.url!.charCodeAt(0) === SLASH) return undefined
  const [, host, rest] = ABSOLUTE.exec(request.url!) ?? []
  if (host === undefined) return undefined
  if (!host || !isHost(host)) return 'The request target has an invalid host.'
  headers.host = host
  request.url = rest!.startsWith('/') ? rest! : `/${rest}`
  return undefined
}

/** Queued requests, by connection. */
const waiting = new WeakMap<Socket, (() => void)[]>()

/**
 * Node reads 64 KB of a connection at a time and emits all requests in it: possibly thousands,
 * whose handlers would run before anything else. Here, the next request of a connection runs
 * after the response to the previous one, and after other connections have had a turn.
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
 * The framework handles errors of the application. Other errors come from the response itself,
 * such as an invalid header; uncaught, they would end the process and all its requests.
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

/** For the log: without the query string, which may contain search terms. */
function nameOf({ method, url = '' }: IncomingMessage): string {
  return `request ${method} ${redactKeys(url.split('?', 1)[0]!)}`
}

async function report(error: unknown, { method, url }: IncomingMessage): Promise<void> {
  // Imported late: this file is loaded before the application.
  const { default: logger } = await import('@adonisjs/core/services/logger')
  logger.fatal({ err: error, method, path: redactKeys(url ?? '') }, 'could not send a response')
}

function giveUp(response: ServerResponse): void {
  if (response.headersSent) {
    response.destroy()
    return
  }
  for (const name of response.getHeaderNames()) response.removeHeader(name)
  sendDetail(response, 500, 'An internal error occurred and was logged.')
}

/** Rejects URLs with escapes that are not UTF-8 (`%C0`), which never reach a route. */
export function refuseAddress(_request: IncomingMessage, response: ServerResponse): void {
  sendDetail(response, 400, 'The URL of this request is not properly percent-encoded.')
}

function sendDetail(response: ServerResponse, status: number, detail: string): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ detail }))
}

/** An error of Node's parser, with the data it has read. */
interface ParseError extends NodeJS.ErrnoException {
  rawPacket?: Buffer
}

function refusal({ code = '', rawPacket }: ParseError): [status: string, detail: string] {
  if (code === 'HPE_INVALID_METHOD' && /^[a-z]+ /i.test(rawPacket?.toString('latin1', 0, 40) ?? ''))
    return UNKNOWN_METHOD
  return ERRORS[code] ?? ['400 Bad Request', 'This is not an HTTP/1.1 request.']
}

function refuse(error: ParseError, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return
  const [status, detail] = refusal(error)
  const body = JSON.stringify({ detail })
  socket.end(
    `HTTP/1.1 ${status}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`
  )
}

/** A URL without secrets, for logs: keys of emailed links are credentials. */
export function redactKeys(address: string): string {
  return address.replaceAll(/[0-9a-z]{40}/gi, '…')
}
