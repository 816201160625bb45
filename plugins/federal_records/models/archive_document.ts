import { column } from '@adonisjs/lucid/orm'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { DatedRow, KEY } from '#app/models/dated_row'

/** The file and text of a document of a docket entry. */
export default class ArchiveDocument extends DatedRow {
  static override table = 'archive_documents'

  @column({ isPrimary: true, ...KEY })
  declare id: number

  @column()
  declare dateModified: Date

  @column()
  declare dateUpload: Date | null

  @column({ ...KEY })
  declare docketEntryId: number

  @column()
  declare documentType: number

  @column()
  declare acmsDocumentGuid: string

  @column()
  declare documentNumber: string

  @column()
  declare attachmentNumber: number | null

  @column()
  declare registryDocId: string

  @column()
  declare isAvailable: boolean | null

  @column()
  declare isSealed: boolean | null

  @column({ columnName: 'sha1' })
  declare sha1: string

  @column()
  declare pageCount: number | null

  @column()
  declare fileSize: number | null

  @column()
  declare filepathLocal: string

  @column()
  declare filepathIa: string

  @column()
  declare thumbnail: string | null

  @column()
  declare thumbnailStatus: number

  /** Loaded only on request, because it can be long. */
  @column()
  declare plainText: string

  @column()
  declare ocrStatus: number | null

  /** Columns of all attributes except the text. */
  static readonly withoutText = [
    'id',
    'date_upload',
    'document_number',
    'attachment_number',
    'registry_doc_id',
    'is_available',
    'is_sealed',
    'sha1',
    'page_count',
    'file_size',
    'filepath_local',
    'filepath_ia',
    'thumbnail',
    'thumbnail_status',
    'ocr_status',
  ]

  /** Documents by ID without their text, locked until the transaction ends. */
  static locked(trx: TransactionClientContract, ids: number[]): Promise<ArchiveDocument[]> {
    return this.query({ client: trx })
      .select(this.withoutText)
      .whereIn('id', ids)
      .orderBy('id')
      .forUpdate()
  }
}
