import { BaseModel, column } from '@adonisjs/lucid/orm'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { KEY } from '#app/models/dated_row'

/** The court email address of an account. */
export default class NoticeAddress extends BaseModel {
  static override table = 'notice_addresses'

  @column({ isPrimary: true, ...KEY })
  declare accountId: number

  @column()
  declare key: string

  /** Email addresses of active accounts by the part before the @. */
  static async ofKeys(
    trx: TransactionClientContract,
    keys: readonly string[]
  ): Promise<NoticeAddress[]> {
    return this.query({ client: trx })
      .whereIn('key', [...keys])
      .whereIn('account_id', trx.from('accounts').where('is_active', true).select('id'))
  }
}
