/** Retries of requests that a server is temporarily unable to answer. */
import { secondsToWait } from './errors.js'

export interface RetryOptions {
  /** Maximum number of retries of a request; 4 by default, 0 disables them. */
  maxRetries?: number
  /** Maximum number of seconds to wait for a retry; 60 by default. */
  maxWait?: number
}

const RETRIED = new Set([429, 502, 503, 504])
const SAFE = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Shortest wait in seconds without `Retry-After`, doubled with each retry. */
const FIRST_WAIT = 0.5

/**
 * Wraps `fetch` with retries. A 429 is always retried, because the server did nothing. Other
 * failures are retried only for requests that change nothing or have an `Idempotency-Key`.
 *
 * @param send sends one request
 */
export function withRetries(
  send: typeof fetch,
  { maxRetries = 4, maxWait = 60 }: RetryOptions = {}
): (request: Request) => Promise<Response> {
  return async (request) => {
    const isRepeatable = SAFE.has(request.method) || request.headers.has('idempotency-key')
    for (let retry = 0; ; retry++) {
      // The body of a request can be read only once.
      const attempt = retry < maxRetries ? request.clone() : request
      const wait = FIRST_WAIT * 2 ** retry
      let response: Response
      try {
        response = await send(attempt)
      } catch (error) {
        if (retry === maxRetries || !isRepeatable || request.signal.aborted) throw error
        await pause(wait, request.signal)
        continue
      }
      const isRetried = RETRIED.has(response.status) && (isRepeatable || response.status === 429)
      if (retry === maxRetries || !isRetried) return response
      const seconds = secondsToWait(response, await bodyOf(response)) ?? wait
      if (seconds > maxWait) return response
      await response.body?.cancel()
      await pause(seconds, request.signal)
    }
  }
}

async function bodyOf(response: Response): Promise<unknown> {
  if (response.headers.has('retry-after')) return undefined
  return response
    .clone()
    .json()
    .catch(() => undefined)
}

function pause(seconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(done, seconds * 1000)
    const abort = () => {
      clearTimeout(timer)
      reject(signal.reason)
    }
    if (signal.aborted) return abort()
    signal.addEventListener('abort', abort, { once: true })
    function done() {
      signal.removeEventListener('abort', abort)
      resolve()
    }
  })
}
