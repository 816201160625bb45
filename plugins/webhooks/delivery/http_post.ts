/**
 * Sends one request and reads a little of the answer. What the other side
 * does can cost neither more time nor more memory than is set here.
 */
import http from 'node:http'
import https from 'node:https'
import type { LookupFunction } from 'node:net'
import type { Target } from './target.js'

/** Milliseconds until there must be a connection, and until everything must be over. */
export const TIMEOUTS = { connect: 3000, whole: 6000 }
/** Bytes of an answer that are kept; the rest is not read. */
export const ANSWER_KEPT = 4096

export interface PostOptions {
  headers: Record<string, string>
  body: Buffer
  signal?: AbortSignal
}

export interface PostAnswer {
  status: number
  /** The beginning of the answer. */
  text: string
}

/** Why there is no answer; in a sentence for the owner of the endpoint. */
export class NoAnswer extends Error {
  override name = 'NoAnswer'
}

/**
 * Posts to an address that was looked up before. Redirects are answers like
 * any other; an answer counts from its status on, however its text ends.
 *
 * @throws NoAnswer
 */
export function httpPost(
  { url, addresses }: Target,
  { headers, body, signal }: PostOptions
): Promise<PostAnswer> {
  return new Promise((resolve, reject) => {
    const secure = url.protocol === 'https:'
    const request = (secure ? https : http).request(url, {
      method: 'POST',
      headers: { ...headers, 'content-length': body.length },
      agent: false,
      lookup: pinned(addresses),
      signal,
    })
    const fail = (reason: string) => {
      reject(new NoAnswer(reason))
      request.destroy()
    }
    const connecting = setTimeout(
      () => fail(`There was no connection within ${TIMEOUTS.connect / 1000} seconds.`),
      TIMEOUTS.connect
    )
    // Replaced when there is an answer, which nothing that follows takes back.
    let end = fail
    const waiting = setTimeout(
      () => end(`There was no answer within ${TIMEOUTS.whole / 1000} seconds.`),
      TIMEOUTS.whole
    )
    request.once('socket', (socket) => {
      socket.once(secure ? 'secureConnect' : 'connect', () => clearTimeout(connecting))
    })
    request.on('error', (error) => end(reasonOf(error)))
    request.once('close', () => {
      clearTimeout(connecting)
      clearTimeout(waiting)
      end('The connection was closed without an answer.')
    })
    request.once('response', (response) => {
      const parts: Buffer[] = []
      let length = 0
      const done = () => {
        resolve({ status: response.statusCode!, text: textOf(Buffer.concat(parts)) })
        request.destroy()
      }
      response.on('data', (part: Buffer) => {
        parts.push(part.subarray(0, ANSWER_KEPT - length))
        length += part.length
        if (length >= ANSWER_KEPT) done()
      })
      response.once('end', done)
      response.once('close', done)
      response.on('error', done)
      end = done
    })
    request.end(body)
  })
}

/** Answers with the addresses that were judged, whatever the name says now. */
export function pinned(addresses: Target['addresses']): LookupFunction {
  return (_host, options, callback) => {
    if (options.all) callback(null, addresses)
    else callback(null, addresses[0]!.address, addresses[0]!.family)
  }
}

/** Texts that the database takes: without the character it has no place for. */
function textOf(bytes: Buffer): string {
  return new TextDecoder().decode(bytes.subarray(0, ANSWER_KEPT)).replaceAll('\0', '\uFFFD')
}

const REASONS: Record<string, string> = {
  ECONNREFUSED: 'The connection was refused.',
  ECONNRESET: 'The connection was reset.',
  EHOSTUNREACH: 'The host cannot be reached.',
  ENETUNREACH: 'The network of the host cannot be reached.',
  ETIMEDOUT: 'There was no connection in time.',
  EPIPE: 'The connection was closed while sending.',
  CERT_HAS_EXPIRED: 'The certificate has expired.',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'The certificate is signed by itself.',
  SELF_SIGNED_CERT_IN_CHAIN: 'The certificate chain ends in an unknown self-signed certificate.',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'The certificate is signed by an unknown authority.',
  ERR_TLS_CERT_ALTNAME_INVALID: 'The certificate is for another host.',
  HPE_HEADER_OVERFLOW: 'The head of the answer is too large.',
}

/** In words, without the addresses a message may hold. */
function reasonOf(error: Error & { code?: string; errors?: { code?: string }[] }): string {
  const code = error.code ?? error.errors?.[0]?.code ?? ''
  if (code === 'ABORT_ERR') return 'The server was stopped.'
  if (code.startsWith('HPE_')) return REASONS[code] ?? 'The answer is not HTTP.'
  return REASONS[code] ?? `The connection failed${code ? ` (${code})` : ''}.`
}
