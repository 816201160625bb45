/** Counts of uploads over time. */
import type { Database } from '@adonisjs/lucid/database'
import { STATUS } from './codes.js'

/** Uploads of one day and type, by outcome. */
export interface UploadCount {
  day: string
  type: number
  done: number
  failed: number
  open: number
}

const READ = `SELECT to_char(date_created AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day, upload_type AS type,
    count(*) FILTER (WHERE status = ${STATUS.done})::int AS done,
    count(*) FILTER (WHERE status IN (${STATUS.failed}, ${STATUS.invalid}, ${STATUS.incomplete}))::int AS failed,
    count(*) FILTER (WHERE status IN (${STATUS.queued}, ${STATUS.processing}, ${STATUS.retrying}))::int AS open
  FROM uploads WHERE date_created >= ?::timestamp AT TIME ZONE 'UTC' GROUP BY 1, 2`

/** @param since first day, as `2026-11-24` in UTC */
export async function countUploads(
  database: Pick<Database, 'rawQuery'>,
  since: string
): Promise<UploadCount[]> {
  const { rows } = await database.rawQuery<{ rows: UploadCount[] }>(READ, [since])
  return rows
}
