import { column } from '@adonisjs/lucid/orm'
import type { ModelAdapterOptions } from '@adonisjs/lucid/types/model'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { DatedRow, KEY } from '#app/models/dated_row'

const ID = /^\d{1,18}$/

/** An endpoint of an account for one event. */
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

  /** Whether payloads use the names of the public service. */
  @column()
  declare publicNames: boolean

  @column()
  declare enabled: boolean

  @column()
  declare failureCount: number

  @column()
  declare isSlow: boolean

  /** When failures, not the owner, disabled it. */
  @column()
  declare disabledAt: Date | null

  @column()
  declare reminders: number

  /** Those of an account, by event and version. */
  static ofAccount(userId: number, options?: ModelAdapterOptions): Promise<Webhook[]> {
    return this.query(options).where({ userId }).orderBy('eventType').orderBy('version')
  }

  /** Null for an ID that is none, or of another account. */
  static async findOf(
    userId: number,
    id: string,
    options?: ModelAdapterOptions
  ): Promise<Webhook | null> {
    return ID.test(id) ? this.query(options).where({ id, userId }).first() : null
  }

  /** That of any account; null for an ID that is none. */
  static async findAny(id: string): Promise<Webhook | null> {
    return ID.test(id) ? this.query().where({ id }).first() : null
  }

  /** That of an account, locked until the transaction ends. */
  static async lockOf(
    trx: TransactionClientContract,
    userId: number,
    id: string
  ): Promise<Webhook | null> {
    return ID.test(id)
      ? this.query({ client: trx }).where({ id, userId }).forUpdate().first()
      : null
  }
}
