import { column } from '@adonisjs/lucid/orm'
import type { ModelAdapterOptions } from '@adonisjs/lucid/types/model'
import { DatedRow, KEY } from '#app/models/dated_row'
import { SECRET_KEY } from '../secret_key.js'

/** Maximum alerts shown on a page. The API lists all. */
export const MAX_SHOWN = 200

/** A saved search of an account. */
export default class SearchAlert extends DatedRow {
  static override table = 'search_alerts'

  @column({ isPrimary: true, ...KEY })
  declare id: number

  @column()
  declare dateModified: Date

  @column({ ...KEY })
  declare userId: number

  @column()
  declare name: string

  @column()
  declare query: string

  /** A value of `RATES`. */
  @column()
  declare rate: string

  @column()
  declare alertType: string

  @column()
  declare secretKey: string

  @column()
  declare dateLastHit: Date | null

  /** An account's alerts by name, up to `MAX_SHOWN`. */
  static ofAccount(userId: number): Promise<SearchAlert[]> {
    return this.query().where({ userId }).orderBy('name').orderBy('id').limit(MAX_SHOWN)
  }

  /** @returns null for invalid IDs and alerts of other accounts */
  static async own(userId: number, id: string): Promise<SearchAlert | null> {
    return /^\d{1,18}$/.test(id) ? this.query().where({ id, userId }).first() : null
  }

  /** Finds the alerts of secret keys, by name, and ignores unknown keys. */
  static async ofKeys(keys: string[], options?: ModelAdapterOptions): Promise<SearchAlert[]> {
    const valid = keys.filter((key) => SECRET_KEY.test(key)).slice(0, MAX_SHOWN)
    if (!valid.length) return []
    const query = this.query(options).whereIn('secretKey', valid).orderBy('name').orderBy('id')
    return options?.client?.isTransaction ? query.forUpdate() : query
  }
}
