/** Responses to requests for records that no longer exist. */
import type { Reader } from '#app/database/reader'
import { ApiError } from '#app/support/api_error'
import { ident } from '#app/support/sql_text'
import { API_ERRORS, notFound } from './errors.js'
import type { RecordChanges } from './record_changes.js'
import type { Resource } from './resource.js'

interface Lookup {
  reader: Pick<Reader, 'rows'>
  changes: RecordChanges
  /** ID of the caller's account. */
  viewer: number | undefined
  buildRecordUrl: (key: string) => string
}

/** When a record was deleted, as an ISO datetime. */
const DELETED_HEADER = 'curia-deleted'

const DELETED = (key: string) => `
  SELECT to_char(changed_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')
  FROM content_changes
  WHERE kind = 'deleted' AND table_name = $1 AND ${key} AND (owner_id IS NULL OR owner_id = $3)
  ORDER BY id DESC LIMIT 1`

/**
 * The error for a missing record: a redirect to the record it was merged into, or 404 with the
 * date on which it was deleted, if the change log still has it.
 */
export async function missingRecord(
  resource: Resource,
  key: string,
  { reader, changes, viewer, buildRecordUrl }: Lookup
): Promise<ApiError> {
  const { merges } = resource
  if (merges) {
    const [merged] = await reader.rows(
      `SELECT ${ident(merges.into)}::text FROM ${ident(merges.table)} WHERE ${ident(merges.from)} = $1`,
      [key]
    )
    if (merged) {
      const [into] = merged
      if (into === null)
        return ApiError.detail(API_ERRORS.record_sealed, API_ERRORS.record_sealed.message)
      return new ApiError(308, null, { location: buildRecordUrl(into!) })
    }
  }
  const contains = resource.key.type === 'string' ? 'keys @> ARRAY[$2::text]' : 'ids @> $2::bigint'
  const [deleted] = await reader.rows(DELETED(contains), [
    changes.topic(resource),
    key,
    viewer ?? null,
  ])
  return notFound(resource, deleted && { [DELETED_HEADER]: deleted[0]! })
}
