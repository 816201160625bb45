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

/** @returns undefined for errors that are neither domain errors nor API errors */
export function errorResponse(error: unknown): ErrorResponse | undefined {
  if (error instanceof ApiError) return error
  if (!(error instanceof DomainError)) return undefined
  const { kind, details, retryAfter, challenge } = error
  return {
    status: kind.status,
    kind,
    body: details,
    headers: {
      ...(challenge === undefined ? {} : { 'www-authenticate': challenge }),
      ...(retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) }),
    },
    members: {},
  }
}
