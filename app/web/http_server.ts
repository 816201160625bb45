/**
 * The HTTP server itself: what it takes, and what it says to requests that
 * never become one.
 */
import { createServer, type RequestListener, type Server } from 'node:http'
import type { Socket } from 'node:net'

/** Bytes of a request's line and headers: room for a list of some thousand keys. */
const LARGEST_HEAD = 64 * 1024

const ERRORS: Record<string, [status: string, detail: string]> = {
  HPE_HEADER_OVERFLOW: [
    '431 Request Header Fields Too Large',
    `The address and headers of a request may have ${LARGEST_HEAD / 1024} KB together. Ask in several requests.`,
  ],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'The request did not arrive in time.'],
}

/** A server for the handler that answers unreadable requests in JSON, too. */
export function createHttpServer(handler: RequestListener): Server {
  return createServer({ maxHeaderSize: LARGEST_HEAD }, handler).on('clientError', refuse)
}

function refuse(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return
  const [status, detail] = ERRORS[error.code ?? ''] ?? [
    '400 Bad Request',
    'This is not a request of HTTP/1.1.',
  ]
  const body = JSON.stringify({ detail })
  socket.end(
    `HTTP/1.1 ${status}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`
  )
}
