import { column } from '@adonisjs/lucid/orm'
import type { ModelAdapterOptions } from '@adonisjs/lucid/types/model'
import { DatedRow, KEY } from '#app/models/dated_row'
import { SECRET_KEY } from '../secret_key.js'

/** Alerts shown on a page; the API lists all. */
export const MAX_SHOWN = 200

/** A search of an account whose new results are sent. */
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

  /** A code of `codes.ts`. */
  @column()
  declare rate: string

  @column()
  declare alertType: string

  @column()
  declare secretKey: string

  @column()
  declare dateLastHit: Date | null

  /** Those of an account by name, as many as a page shows. */
  static ofAccount(userId: number): Promise<SearchAlert[]> {
    return this.query().where({ userId }).orderBy('name').orderBy('id').limit(MAX_SHOWN)
  }

  /** One of an account's own; null for others. */
  static async own(userId: number, id: string): Promise<SearchAlert | null> {
    return /^\d{1,18}$/.test(id) ? this.query().where({ id, userId }).first() : null
  }

  /** The alerts that secret keys belong to, by name; unknown keys are left out. */
  static async ofKeys(keys: string[], options?: ModelAdapterOptions): Promise<SearchAlert[]> {
    const valid = keys.filter((key) => SECRET_KEY.test(key)).slice(0, MAX_SHOWN)
    if (!valid.length) return []
    const query = this.query(options).whereIn('secretKey', valid).orderBy('name').orderBy('id')
    return options?.client?.isTransaction ? query.forUpdate() : query
  }
}
