import { column } from '@adonisjs/lucid/orm'
import { DatedRow, KEY } from '#app/models/dated_row'

/** A file an account sent to the archive, and what becomes of it. */
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

  /** The newest uploads of an account. */
  static newestOf(uploaderId: number, limit: number): Promise<Upload[]> {
    return this.query().where({ uploaderId }).orderBy('id', 'desc').limit(limit)
  }
}
