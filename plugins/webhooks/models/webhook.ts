import { column } from '@adonisjs/lucid/orm'
import type { ModelAdapterOptions } from '@adonisjs/lucid/types/model'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { DatedRow, KEY } from '#app/models/dated_row'

const ID = /^\d{1,18}$/

/** An account's endpoint for one event type and version. */
export default class Webhook extends DatedRow {
  static override table = 'webhooks'
  static override readonly quiet = ['isSlow', 'failureCount', 'disabledAt', 'reminders']

  @column({ isPrimary: true, ...KEY })
  declare id: number

  @column()
  declare dateCreated: Date

  @column()
  declare dateModified: Date

  @column({ ...KEY })
  declare userId: number

  @column()
  declare url: string

  @column()
  declare eventType: number

  @column()
  declare version: number

  /** Whether payloads use CourtListener's field names. */
  @column()
  declare publicNames: boolean

  @column()
  declare enabled: boolean

  @column()
  declare failureCount: number

  @column()
  declare isSlow: boolean

  /** When it was disabled after failures; null if the owner disabled it. */
  @column()
  declare disabledAt: Date | null

  @column()
  declare reminders: number

  /** An account's webhooks, by event type and version. */
  static ofAccount(userId: number, options?: ModelAdapterOptions): Promise<Webhook[]> {
    return this.query(options).where({ userId }).orderBy('eventType').orderBy('version')
  }

  /** @returns null for invalid IDs and webhooks of other accounts */
  static async findByAccount(
    userId: number,
    id: string,
    options?: ModelAdapterOptions
  ): Promise<Webhook | null> {
    return ID.test(id) ? this.query(options).where({ id, userId }).first() : null
  }

  /** @returns a webhook of any account; null for invalid IDs */
  static async findAny(id: string): Promise<Webhook | null> {
    return ID.test(id) ? this.query().where({ id }).first() : null
  }

  /** Like `findByAccount`, but locks the row until the transaction ends. */
  static async lockByAccount(
    trx: TransactionClientContract,
    userId: number,
    id: string
  ): Promise<Webhook | null> {
    return ID.test(id)
      ? this.query({ client: trx }).where({ id, userId }).forUpdate().first()
      : null
  }
}
