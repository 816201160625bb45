import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import Account from '#app/models/account'

/** Whether an account automatically follows the dockets of court emails that it forwards. */
export async function isAutoSubscribeEnabled(
  trx: TransactionClientContract,
  accountId: number
): Promise<boolean> {
  const account = await Account.find(accountId, { client: trx })
  return account?.autoSubscribe ?? false
}
