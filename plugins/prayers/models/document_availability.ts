import { BaseModel, column } from '@adonisjs/lucid/orm'
import { KEY } from '#app/models/dated_row'

/** A document that couldn't be purchased at the last check. */
export default class DocumentAvailability extends BaseModel {
  static override table = 'document_availability'
  static override selfAssignPrimaryKey = true

  @column({ isPrimary: true, ...KEY })
  declare documentId: number

  @column()
  declare lastChecked: Date
}
