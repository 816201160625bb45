import { BaseModel, column } from '@adonisjs/lucid/orm'
import { KEY } from '#app/models/dated_row'

/** The seal of a document; new files are rejected until it is unsealed. */
export default class DocumentSeal extends BaseModel {
  static override table = 'document_seals'
  static override selfAssignPrimaryKey = true

  @column({ isPrimary: true, ...KEY })
  declare documentId: number

  @column()
  declare dateCreated: Date
}
