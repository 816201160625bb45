import { BaseModel, column } from '@adonisjs/lucid/orm'
import type { ModelAdapterOptions } from '@adonisjs/lucid/types/model'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { KEY } from '#app/models/dated_row'

export const DAYS_KEPT = 7
/** Maximum number of stored lookups per account. */
export const MAX_KEPT = 10

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const IS_KEPT = `date_created > now() - interval '${DAYS_KEPT} days'`

/**
 * The lookup of a text by an account, stored for some days. Long texts are
 * looked up in pieces as rate limits allow.
 */
export default class TextLookup extends BaseModel {
  static override table = 'text_lookups'

  @column({ isPrimary: true })
  declare id: string

  @column({ ...KEY })
  declare accountId: number

  @column()
  declare dateCreated: Date

  @column()
  declare beginning: string

  @column()
  declare citationCount: number

  /** Number of citations that have been looked up. */
  @column()
  declare lookedUpCount: number

  /** Number of citations with a decision. */
  @column()
  declare foundCount: number

  /** When a rate limit allows the next piece; null if no limit was exceeded. */
  @column()
  declare waitUntil: Date | null

  /** Whether the exceeded limit allows no requests at all. */
  @column()
  declare blocked: boolean

  /** Returns the lookups of an account, newest first. */
  static ofAccount(accountId: number): Promise<TextLookup[]> {
    return this.query().where({ accountId }).whereRaw(IS_KEPT).orderBy('dateCreated', 'desc')
  }

  /** Returns a lookup of an account, locked within a transaction; null for lookups of others. */
  static async own(
    accountId: number,
    id: string,
    options?: ModelAdapterOptions
  ): Promise<TextLookup | null> {
    if (!UUID.test(id)) return null
    const query = this.query(options).where({ id, accountId }).whereRaw(IS_KEPT)
    return (options?.client?.isTransaction ? query.forUpdate() : query).first()
  }

  static async deleteExpired(trx: TransactionClientContract): Promise<void> {
    await this.query({ client: trx }).whereRaw(`NOT (${IS_KEPT})`).delete()
  }

  /** Deletes the oldest lookups of the account if there are too many, but never this one. */
  async makeRoom(trx: TransactionClientContract): Promise<void> {
    const { accountId, id } = this
    await trx.rawQuery(
      `DELETE FROM text_lookups WHERE account_id = ? AND id IN (
         SELECT id FROM text_lookups WHERE account_id = ?
         ORDER BY date_created DESC, id = ? DESC OFFSET ?)`,
      [accountId, accountId, id, MAX_KEPT]
    )
  }
}
