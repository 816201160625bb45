import { column } from '@adonisjs/lucid/orm'
import { DatedRow, KEY } from '#app/models/dated_row'
import { STATUS } from '../codes.js'

/** Uploads of one day and type, by outcome. */
export interface UploadCount {
  day: string
  type: number
  done: number
  failed: number
  open: number
}

const COUNTS = `SELECT to_char(date_created AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day, upload_type AS type,
    count(*) FILTER (WHERE status = ${STATUS.done})::int AS done,
    count(*) FILTER (WHERE status IN (${STATUS.failed}, ${STATUS.invalid}, ${STATUS.incomplete}))::int AS failed,
    count(*) FILTER (WHERE status IN (${STATUS.queued}, ${STATUS.processing}, ${STATUS.retrying}))::int AS open
  FROM uploads WHERE date_created >= ?::timestamp AT TIME ZONE 'UTC' GROUP BY 1, 2`

/** A file uploaded by an account, and its status. */
export default class Upload extends DatedRow {
  static override table = 'uploads'

  @column({ isPrimary: true, ...KEY })
  declare id: number

  @column()
  declare dateCreated: Date

  @column()
  declare dateModified: Date

  @column()
  declare courtId: string

  @column({ ...KEY })
  declare uploaderId: number | null

  @column({ ...KEY })
  declare docketId: number | null

  @column({ ...KEY })
  declare docketEntryId: number | null

  @column({ ...KEY })
  declare recapDocumentId: number | null

  @column()
  declare registryCaseId: string

  @column()
  declare registryDocId: string

  @column()
  declare acmsDocumentGuid: string

  @column({ ...KEY })
  declare documentNumber: number | null

  @column()
  declare attachmentNumber: number | null

  @column()
  declare filepathLocal: string

  @column()
  declare status: number

  @column()
  declare uploadType: number

  @column()
  declare errorMessage: string

  @column()
  declare debug: boolean

  @column()
  declare retries: number

  @column({ ...KEY })
  declare parentId: number | null

  /** An account's latest uploads. */
  static listNewestByAccount(uploaderId: number, limit: number): Promise<Upload[]> {
    return this.query().where({ uploaderId }).orderBy('id', 'desc').limit(limit)
  }

  /** Counts uploads by day, type, and outcome. @param since first day, as `2026-11-24` in UTC */
  static async countsSince(since: string): Promise<UploadCount[]> {
    const { rows } = await this.query().client.rawQuery<{ rows: UploadCount[] }>(COUNTS, [since])
    return rows
  }
}
