import { BaseModel, column } from '@adonisjs/lucid/orm'
import { KEY } from '#app/models/dated_row'

/** A document that staff sealed: no file of it is accepted until the seal is lifted. */
export default class DocumentSeal extends BaseModel {
  static override table = 'document_seals'
  static override selfAssignPrimaryKey = true

  @column({ isPrimary: true, ...KEY })
  declare documentId: number

  @column()
  declare dateCreated: Date
}
