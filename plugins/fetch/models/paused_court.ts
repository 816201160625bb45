import { BaseModel, column } from '@adonisjs/lucid/orm'

/** A court at which nothing is fetched until staff end the pause. */
export default class PausedCourt extends BaseModel {
  static override table = 'fetch_paused_courts'

  @column({ isPrimary: true })
  declare courtId: string

  @column()
  declare dateCreated: Date

  @column()
  declare reason: string
}
