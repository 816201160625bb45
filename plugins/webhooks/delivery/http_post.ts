/** Sends one request and reads the start of the response, within limits of time and memory. */
import http from 'node:http'
import https from 'node:https'
import type { LookupFunction } from 'node:net'
import { describeFailure } from '#app/support/connection_failure'
import type { Target } from './target.js'

/** Timeouts in milliseconds for the connection and for the whole request. */
export const TIMEOUTS = { connect: 3000, whole: 6000 }
/** Maximum bytes of a response that are read and stored. */
export const ANSWER_KEPT = 4096

export interface PostOptions {
  headers: Record<string, string>
  body: Buffer
  signal?: AbortSignal
}

export interface PostAnswer {
  status: number
  /** Start of the response body. */
  text: string
}

/** There was no response. The message is for the owner of the endpoint. */
export class NoAnswer extends Error {
  override name = 'NoAnswer'
}

/**
 * Sends a POST request to a resolved target. Redirects aren't followed. A
 * response counts once its status is received, even if its body is incomplete.
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
      () => fail(`The connection timed out after ${TIMEOUTS.connect / 1000} seconds.`),
      TIMEOUTS.connect
    )
    // Replaced after the status arrives: later errors don't change the outcome.
    let end = fail
    const waiting = setTimeout(
      () => end(`No response within ${TIMEOUTS.whole / 1000} seconds.`),
      TIMEOUTS.whole
    )
    request.once('socket', (socket) => {
      socket.once(secure ? 'secureConnect' : 'connect', () => clearTimeout(connecting))
    })
    request.on('error', (error) => end(reasonOf(error)))
    request.once('close', () => {
      clearTimeout(connecting)
      clearTimeout(waiting)
      end('The connection was closed without a response.')
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

/** A DNS lookup that returns the checked IP addresses only. */
export function pinned(addresses: Target['addresses']): LookupFunction {
  return (_host, options, callback) => {
    if (options.all) callback(null, addresses)
    else callback(null, addresses[0]!.address, addresses[0]!.family)
  }
}

/** Decodes a body without null characters, which PostgreSQL rejects. */
function textOf(bytes: Buffer): string {
  return new TextDecoder().decode(bytes.subarray(0, ANSWER_KEPT)).replaceAll('\0', '\uFFFD')
}

/** A sentence for the owner. */
function reasonOf(error: Error): string {
  const reason = describeFailure(error)
  return `${reason[0]!.toUpperCase()}${reason.slice(1)}.`
}
