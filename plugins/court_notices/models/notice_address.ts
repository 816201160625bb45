import { BaseModel, column } from '@adonisjs/lucid/orm'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { KEY } from '#app/models/dated_row'

/** The address of an account for notices of courts. */
export default class NoticeAddress extends BaseModel {
  static override table = 'notice_addresses'

  @column({ isPrimary: true, ...KEY })
  declare accountId: number

  @column()
  declare key: string

  /** Those of accounts that are not locked, by what is before their @. */
  static async ofKeys(
    trx: TransactionClientContract,
    keys: readonly string[]
  ): Promise<NoticeAddress[]> {
    return this.query({ client: trx })
      .whereIn('key', [...keys])
      .whereIn('account_id', trx.from('accounts').where('is_active', true).select('id'))
  }
}
