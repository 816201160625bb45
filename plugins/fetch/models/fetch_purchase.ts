import { BaseModel, column } from '@adonisjs/lucid/orm'
import { KEY } from '#app/models/dated_row'

/** A purchase at the court system, stored before the court receives the request. */
export default class FetchPurchase extends BaseModel {
  static override table = 'fetch_purchases'

  @column({ isPrimary: true, ...KEY })
  declare id: number

  @column({ ...KEY })
  declare fetchRequestId: number

  @column()
  declare courtId: string

  @column()
  declare what: string

  @column()
  declare expectedPages: number | null

  @column()
  declare expectedCost: string | null

  @column()
  declare dateIntended: Date

  @column()
  declare dateAnswered: Date | null

  @column()
  declare pages: number | null

  @column()
  declare cost: string | null

  @column()
  declare description: string

  @column()
  declare keptPath: string

  @column()
  declare restricted: boolean

  /** Purchases of a request, including unconfirmed ones. */
  static of(fetchRequestId: number) {
    return this.query().where({ fetchRequestId }).orderBy('id')
  }
}
