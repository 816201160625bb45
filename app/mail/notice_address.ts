import type { TransactionClientContract } from '@adonisjs/lucid/types/database'

/** Where notices to an account go: its confirmed address; undefined while it has none or is locked. */
export async function noticeAddress(
  trx: Pick<TransactionClientContract, 'from'>,
  accountId: number | string
): Promise<string | undefined> {
  const account = await trx
    .from('accounts')
    .where({ id: accountId, is_active: true })
    .whereNotNull('email_confirmed_at')
    .first()
  return account?.email ?? undefined
}
