import { column } from '@adonisjs/lucid/orm'
import { DateTime } from 'luxon'
import { CachedRow } from './cached_row.js'
import { KEY } from './dated_row.js'

export default class Membership extends CachedRow {
  static override table = 'memberships'

  @column({ isPrimary: true, ...KEY })
  declare accountId: number

  @column()
  declare dateCreated: Date

  @column()
  declare dateModified: Date

  @column()
  declare level: string

  @column()
  declare paymentStatus: string

  /** Last day as an ISO date; null if the membership doesn't expire. */
  @column({
    // The driver returns a date as midnight in the local time zone.
    consume: (value: Date | string | null) =>
      value instanceof Date ? DateTime.fromJSDate(value).toISODate() : value,
  })
  declare terminationDate: string | null

  @column()
  declare externalId: string

  @column()
  declare notes: string

  override cachedAccount() {
    return this.accountId
  }
}
