import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import Account from '#app/models/account'

/** Whether an account has the dockets of mails it forwards followed by themselves. */
export async function maySubscribeByMail(
  trx: TransactionClientContract,
  accountId: number
): Promise<boolean> {
  const account = await Account.find(accountId, { client: trx })
  return account?.autoSubscribe ?? false
}
