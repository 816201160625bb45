import { column } from '@adonisjs/lucid/orm'
import type { ModelAdapterOptions } from '@adonisjs/lucid/types/model'
import { DatedRow, KEY } from '#app/models/dated_row'
import { SECRET_KEY } from '../secret_key.js'

/** A docket that an account follows or has unfollowed. */
export default class DocketAlert extends DatedRow {
  static override table = 'docket_alerts'

  @column({ isPrimary: true, ...KEY })
  declare id: number

  @column()
  declare dateModified: Date

  @column({ ...KEY })
  declare userId: number

  @column({ ...KEY })
  declare docketId: number

  /** `SUBSCRIBED` or `UNSUBSCRIBED`. */
  @column()
  declare alertType: number

  @column()
  declare followAppeals: boolean

  @column()
  declare note: string

  @column()
  declare rate: string

  @column()
  declare includeWords: string

  @column()
  declare excludeWords: string

  /** Finds the alert of an account for a docket. */
  static ofAccount(
    userId: number,
    docketId: string,
    options?: ModelAdapterOptions
  ): Promise<DocketAlert | null> {
    return this.query(options).where({ userId, docketId }).first()
  }

  /** @returns null for invalid IDs and alerts of other accounts */
  static async own(userId: number, id: string): Promise<DocketAlert | null> {
    return /^\d{1,18}$/.test(id) ? this.query().where({ id, userId }).first() : null
  }

  /** Finds the alert of a secret key; locks it in a transaction. */
  static async ofKey(key: string, options?: ModelAdapterOptions): Promise<DocketAlert | null> {
    if (!SECRET_KEY.test(key)) return null
    const query = this.query(options).where('secret_key', key)
    return (options?.client?.isTransaction ? query.forUpdate() : query).first()
  }

  /** Counts the dockets that an account follows. */
  static async countSubscribed(userId: number, options?: ModelAdapterOptions): Promise<number> {
    const { $extras } = await this.query(options)
      .where({ userId, alertType: SUBSCRIBED })
      .count('* as count')
      .firstOrFail()
    return Number($extras.count)
  }

  get isSubscribed(): boolean {
    return this.alertType === SUBSCRIBED
  }
}

/** Values of `alert_type`. */
export const UNSUBSCRIBED = 0
export const SUBSCRIBED = 1

/** Maximum characters in a note. */
export const MAX_NOTE_LENGTH = 500
