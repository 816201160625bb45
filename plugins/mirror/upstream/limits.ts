/** Limits of an upstream: when a rejected request can be repeated. */

/** Milliseconds until a rejected request is repeated, at least; a wrong clock must not cause a stream of requests. */
const SHORTEST = 500

/** Milliseconds after which a request is repeated even if the upstream requests a longer delay. */
export const LONGEST_PAUSE = 3_600_000

/** The delay of an error in English: the public service names no other in some errors. */
const AVAILABLE = /available in (\d+) seconds?/i

/**
 * Reads the delay that a rejected request names: `Retry-After`, `wait_until` in the body, or the
 * seconds in its text.
 *
 * @returns milliseconds; undefined if it names none
 */
export function readDelay(headers: Headers, text: string): number | undefined {
  const header = headers.get('retry-after')
  const named =
    (header === null ? undefined : readRetryAfter(header)) ?? readWaitUntil(text) ?? readText(text)
  return named === undefined ? undefined : Math.max(named, SHORTEST)
}

/** Seconds, or an HTTP date. */
function readRetryAfter(value: string): number | undefined {
  return /^\d+$/.test(value) ? Number(value) * 1_000 : until(value)
}

function readWaitUntil(text: string): number | undefined {
  const { wait_until: time } = readObject(text)
  return typeof time === 'string' ? until(time) : undefined
}

function readText(text: string): number | undefined {
  const [, seconds] = AVAILABLE.exec(text) ?? []
  return seconds === undefined ? undefined : Number(seconds) * 1_000
}

function until(time: string): number | undefined {
  const delay = Date.parse(time) - Date.now()
  return Number.isNaN(delay) ? undefined : delay
}

function readObject(text: string): Record<string, unknown> {
  try {
    return Object(JSON.parse(text)) as Record<string, unknown>
  } catch {
    return {}
  }
}

/** Reads the delay until the next free request from the header `RateLimit`; 0 if one is free. */
export function readRateLimit(headers: Headers): number {
  const policies = (headers.get('ratelimit') ?? '').matchAll(/;r=(\d+);t=(\d+)/g)
  const delays = [...policies].map(([, remaining, reset]) =>
    remaining === '0' ? Number(reset) * 1_000 : 0
  )
  return Math.max(0, ...delays)
}

export interface Usage {
  /** Milliseconds until the next free request; 0 if one is free. */
  delay: number
  /** Whether the account is blocked. */
  isBlocked: boolean
}

/** Reads the limits of ordinary requests from a response of `api-usage`. */
export function readUsage(body: unknown): Usage {
  const { current_usage: rows } = Object(body) as { current_usage?: unknown }
  const usage: Usage = { delay: 0, isBlocked: false }
  for (const row of Array.isArray(rows) ? rows : []) {
    const { scope, remaining, reset_at: reset, blocked } = Object(row) as Record<string, unknown>
    if (scope !== 'user') continue
    if (blocked === true) usage.isBlocked = true
    if (remaining === 0 && typeof reset === 'string')
      usage.delay = Math.max(usage.delay, until(reset) ?? 0)
  }
  return usage
}
