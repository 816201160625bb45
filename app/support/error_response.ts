import { ApiError, type ErrorBody } from './api_error.js'
import { DomainError } from './domain_error.js'
import type { ErrorKind } from './errors.js'

/** The response for an error. */
export interface ErrorResponse {
  readonly status: number
  /** Undefined for a redirect. */
  readonly kind: ErrorKind | undefined
  /** Null for an empty body. */
  readonly body: ErrorBody | null
  readonly headers: Record<string, string>
  /** Additional members of problem details (RFC 9457). */
  readonly members: Record<string, unknown>
}

/** A 401 response must name a scheme (RFC 9110, 11.6.1). */
const CHALLENGE = { 'www-authenticate': 'Token realm="api"' }

/** @returns undefined for errors that are neither domain errors nor API errors */
export function errorResponse(error: unknown): ErrorResponse | undefined {
  if (error instanceof ApiError) return error
  if (!(error instanceof DomainError)) return undefined
  const { kind, details, retryAfter } = error
  return {
    status: kind.status,
    kind,
    body: details,
    headers: {
      ...(kind.status === 401 ? CHALLENGE : {}),
      ...(retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) }),
    },
    members: {},
  }
}
