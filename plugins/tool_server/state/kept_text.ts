import { BaseModel, column } from '@adonisjs/lucid/orm'

/** A text that tools keep between calls. */
export default class KeptText extends BaseModel {
  static override table = 'tool_texts'
  static override selfAssignPrimaryKey = true

  @column({ isPrimary: true })
  declare key: string

  @column()
  declare text: string

  @column()
  declare expiresAt: Date
}
