import { BaseModel, column } from '@adonisjs/lucid/orm'
import { KEY } from '#app/models/dated_row'

/** The RSS feed of a court, as of the last read. */
export default class CourtFeed extends BaseModel {
  static override table = 'court_feeds'

  @column({ isPrimary: true, ...KEY })
  declare id: number

  @column()
  declare courtId: string

  @column()
  declare hash: string

  @column()
  declare dateRead: Date

  @column()
  declare dateChanged: Date | null

  @column()
  declare failingSince: Date | null

  @column()
  declare message: string
}
