/**
 * Converts database errors to responses.
 */
import { ApiError } from '#app/support/api_error'
import { SERVER_ERRORS } from './errors.js'
import { CommitOutcomeUnknown } from '#app/database/transaction'
import { isDatabaseAway, isPoolFull } from '#app/database/database_unavailable'

/** @returns undefined for other errors */
export function describeDatabaseError(error: unknown): ApiError | undefined {
  if (error instanceof CommitOutcomeUnknown) {
    return ApiError.detail(
      SERVER_ERRORS.commit_unknown,
      'The connection to the database was lost while your change was being saved, so it may or may not have been ' +
        'saved. Check before you send it again. You can safely repeat a request with an Idempotency-Key header.',
      { 'retry-after': '5' }
    )
  }
  const { code } = error as Error & { code?: string }
  // query_canceled: the statement timeout.
  if (code === '57014') {
    return ApiError.detail(
      SERVER_ERRORS.query_timeout,
      'The query timed out. Add more filters, use order_by=id, ' +
        'date_created, or date_modified, follow "next" instead of page numbers, or omit count=on.'
    )
  }
  // disk_full, which includes files that PostgreSQL can't extend.
  if (code === '53100') {
    return ApiError.detail(
      SERVER_ERRORS.disk_full,
      'The database disk is full. Nothing was saved. Contact the operator of this server.'
    )
  }
  // serialization_failure, deadlock_detected
  if (code === '40001' || code === '40P01') {
    return ApiError.detail(
      SERVER_ERRORS.write_conflict,
      'This change conflicted with another one. Nothing was saved. Try again.',
      { 'retry-after': '1' }
    )
  }
  if (isPoolFull(error) || code === '53300') {
    return ApiError.detail(
      SERVER_ERRORS.database_busy,
      'This server is busy: all database connections are in use. Try again shortly.',
      { 'retry-after': '1' }
    )
  }
  if (isDatabaseAway(error)) {
    return ApiError.detail(
      SERVER_ERRORS.database_unavailable,
      'The database is unreachable. Try again shortly.',
      { 'retry-after': '5' }
    )
  }
  return undefined
}
