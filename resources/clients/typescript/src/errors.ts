/** Errors of requests. */

/** The members of a problem document (RFC 9457) that the server sends. */
interface Problem {
  status?: number
  title?: string
  detail?: string
  /** Stable identifier of the kind of error, such as `invalid_query`. */
  code?: string
  hint?: string
  /** Messages by field. */
  errors?: Record<string, string[]>
  request_id?: string
}

/** The server rejected a request. */
export class CuriaError extends Error {
  override name = 'CuriaError'
  readonly status: number
  /** Stable identifier of the kind of error, listed at `/docs/errors/` of the server. */
  readonly code: string | undefined
  /** How to correct the request. */
  readonly hint: string | undefined
  /** Messages by field of the body, or by parameter. */
  readonly fields: Readonly<Record<string, string[]>>
  /** Seconds after which the request can be retried. */
  readonly retryAfter: number | undefined
  /** The body as sent. */
  readonly body: unknown

  constructor(response: Response, body: unknown) {
    const problem: Problem = typeof body === 'object' && body !== null ? body : {}
    const detail = problem.detail ?? problem.title ?? response.statusText
    super(`${response.status}: ${detail || 'the server sent no message'}`)
    this.status = response.status
    this.code = problem.code
    this.hint = problem.hint
    this.fields = problem.errors ?? fieldsOf(body)
    this.retryAfter = secondsToWait(response, body)
    this.body = body
  }
}

/** Without a problem document, the body itself maps fields to messages. */
function fieldsOf(body: unknown): Record<string, string[]> {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return {}
  const fields = Object.entries(body).filter(
    (entry): entry is [string, string[]] =>
      Array.isArray(entry[1]) && entry[1].every((message) => typeof message === 'string')
  )
  return Object.fromEntries(fields)
}

/**
 * Seconds until a request can be retried: `Retry-After` in seconds or as a date, or
 * `wait_until` of a citation lookup.
 */
export function secondsToWait(response: Response, body: unknown): number | undefined {
  const header = response.headers.get('retry-after')
  const seconds = header === null ? Number.NaN : Number(header)
  if (Number.isFinite(seconds)) return Math.max(0, seconds)
  const until = Date.parse(header ?? waitUntil(body) ?? '')
  return Number.isNaN(until) ? undefined : Math.max(0, (until - Date.now()) / 1000)
}

function waitUntil(body: unknown): string | undefined {
  const { wait_until: time } = Object(body) as { wait_until?: unknown }
  return typeof time === 'string' ? time : undefined
}
