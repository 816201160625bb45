/**
 * What the database's own errors mean to a client.
 */
import { ApiError } from '#api/api_error'

const CONNECTION_ERRORS = [
  'ECONNREFUSED',
  'ENOENT',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  '57P01',
  '57P02',
  '57P03',
  '53300',
]

/** @returns undefined for errors that are none of the database's */
export function describeDatabaseError(error: unknown): ApiError | undefined {
  const { code, message } = error as Error & { code?: string }
  // query_canceled: the statement timeout.
  if (code === '57014') {
    return ApiError.detail(
      503,
      'The database gave this request up because it took too long. Narrow it with more filters, order it by id, ' +
        'date_created or date_modified, follow "next" instead of page numbers, or leave count=on out.'
    )
  }
  if (
    CONNECTION_ERRORS.includes(code ?? '') ||
    /timeout exceeded when trying to connect|Connection terminated/.test(message)
  ) {
    return ApiError.detail(
      503,
      'The database cannot be reached at the moment. Try again shortly.',
      { 'retry-after': '5' }
    )
  }
  return undefined
}
