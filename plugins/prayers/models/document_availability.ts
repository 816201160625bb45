import { BaseModel, column } from '@adonisjs/lucid/orm'
import { KEY } from '#app/models/dated_row'

/** A document that the court system did not sell when it was last asked. */
export default class DocumentAvailability extends BaseModel {
  static override table = 'document_availability'
  static override selfAssignPrimaryKey = true

  @column({ isPrimary: true, ...KEY })
  declare documentId: number

  @column()
  declare lastChecked: Date
}
