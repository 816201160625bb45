import { column } from '@adonisjs/lucid/orm'
import { CachedRow } from './cached_row.js'
import { KEY } from './dated_row.js'

/** A rate that staff set for an account in a scope. */
export default class RateOverride extends CachedRow {
  static override table = 'rate_overrides'

  @column({ isPrimary: true, ...KEY })
  declare id: number

  @column()
  declare dateCreated: Date

  @column()
  declare dateModified: Date

  @column({ ...KEY })
  declare accountId: number

  @column()
  declare scope: string

  @column()
  declare limit: number

  @column()
  declare seconds: number

  @column()
  declare notes: string

  /** The overrides of an account, ordered by scope. */
  static ofAccount(accountId: number): Promise<RateOverride[]> {
    return this.query()
      .where({ accountId })
      .orderBy([{ column: 'scope' }, { column: 'seconds' }])
  }

  override cachedAccount() {
    return this.accountId
  }
}
