import { column } from '@adonisjs/lucid/orm'
import { DatedRow, KEY } from '#app/models/dated_row'

/** `queued`: not read yet; `read`: the text is stored; `failed`: see `reason`. */
export type TextState = 'queued' | 'read' | 'failed'

/** The outcome of reading the file of a document. */
export default class DocumentText extends DatedRow {
  static override table = 'document_texts'
  static override selfAssignPrimaryKey = true

  @column({ isPrimary: true, ...KEY })
  declare documentId: number

  @column()
  declare dateModified: Date

  /** SHA-1 of the file. */
  @column({ columnName: 'sha1' })
  declare sha1: string

  @column()
  declare state: TextState

  /** A code of `TEXT_REASONS`, or empty. */
  @column()
  declare reason: string

  /** Pages with covered text that can be copied. */
  @column()
  declare badRedactionPages: number[]
}
