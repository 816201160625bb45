import type { TransactionClientContract } from '@adonisjs/lucid/types/database'

/** Whether an account has the dockets of mails it forwards followed by themselves. */
export async function maySubscribeByMail(
  trx: Pick<TransactionClientContract, 'from'>,
  accountId: number
): Promise<boolean> {
  const account = await trx.from('accounts').where('id', accountId).first()
  return Boolean(account?.auto_subscribe)
}
