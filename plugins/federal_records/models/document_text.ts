import { column } from '@adonisjs/lucid/orm'
import { DatedRow, KEY } from '#app/models/dated_row'

/** `queued`: to be read; `read`: its text is in the archive; `failed`: `reason` says why there is none. */
export type TextState = 'queued' | 'read' | 'failed'

/** What became of reading the file of a document. */
export default class DocumentText extends DatedRow {
  static override table = 'document_texts'
  static override selfAssignPrimaryKey = true

  @column({ isPrimary: true, ...KEY })
  declare documentId: number

  @column()
  declare dateModified: Date

  /** Of the file that is or was read. */
  @column({ columnName: 'sha1' })
  declare sha1: string

  @column()
  declare state: TextState

  /** A code of `TEXT_REASONS`, blank where there is nothing to say. */
  @column()
  declare reason: string

  /** Pages on which text is hidden under a box and can be copied. */
  @column()
  declare badRedactionPages: number[]
}
