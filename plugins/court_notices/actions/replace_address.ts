import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { makeKey } from '../addresses.js'
import NoticeAddress from '../models/notice_address.js'

/** Gives an account a new address; emails to the one before are no longer taken. */
export class ReplaceAddress {
  async handle(trx: TransactionClientContract, accountId: number): Promise<NoticeAddress> {
    return NoticeAddress.updateOrCreate({ accountId }, { key: makeKey() }, { client: trx })
  }
}
