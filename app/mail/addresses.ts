/**
 * What is known of addresses whose mail failed. One that is refused for good
 * gets no more notices; one that fails for now is left alone for a while.
 */
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'

/** Seconds an address gets no email after its first failure, and at most. */
const BACKOFF = { first: 60, most: 21_600 }
const MAX_ERROR_LENGTH = 1000

export interface AddressState {
  /** When it may be tried again; null at once. */
  retryAfter: Date | null
  /** Whether the server of the address refuses it for good. */
  refused: boolean
}

/** What is known of an address; undefined when nothing is wrong with it. */
export async function stateOf(
  trx: TransactionClientContract,
  address: string
): Promise<AddressState | undefined> {
  const row = await trx.from('mail_addresses').where('address', folded(address)).first()
  return row ? { retryAfter: row.retry_after, refused: row.refused_at !== null } : undefined
}

/** Writes a failure down. */
export async function noteFailure(
  trx: TransactionClientContract,
  address: string,
  { refused, error }: { refused: boolean; error: string }
): Promise<void> {
  await trx.rawQuery(
    `INSERT INTO mail_addresses AS m (address, failures, retry_after, refused_at, error)
     VALUES (?, 1, now() + make_interval(secs => ?), CASE WHEN ? THEN now() END, ?)
     ON CONFLICT (address) DO UPDATE SET
       date_modified = now(), failures = m.failures + 1, error = excluded.error,
       retry_after = now() + make_interval(secs => least(?, ? * power(2, least(m.failures, 20)))),
       refused_at = coalesce(m.refused_at, excluded.refused_at)`,
    [
      folded(address),
      BACKOFF.first,
      refused,
      error.slice(0, MAX_ERROR_LENGTH),
      BACKOFF.most,
      BACKOFF.first,
    ]
  )
}

/** Its mail is accepted again. */
export async function noteSuccess(trx: TransactionClientContract, address: string): Promise<void> {
  await trx.from('mail_addresses').where('address', folded(address)).delete()
}

const folded = (address: string) => address.toLowerCase()

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
