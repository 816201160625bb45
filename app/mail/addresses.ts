/**
 * Failing email addresses. An address that bounces permanently gets no more notices; after a
 * temporary failure, it gets no emails for a while.
 */
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'

/** Seconds without emails after the first failure, and the maximum. */
const BACKOFF = { first: 60, most: 21_600 }
const MAX_ERROR_LENGTH = 1000

export interface AddressState {
  /** Earliest retry; null means now. */
  retryAfter: Date | null
  /** Whether its mail server rejects it permanently. */
  refused: boolean
}

/** Failure state of an email address; undefined without failures. */
export async function findEmailAddressState(
  trx: TransactionClientContract,
  address: string
): Promise<AddressState | undefined> {
  const row = await trx.from('mail_addresses').where('address', folded(address)).first()
  return row ? { retryAfter: row.retry_after, refused: row.refused_at !== null } : undefined
}

/** Records a failure. */
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

/** Records that emails are accepted again. */
export async function noteSuccess(trx: TransactionClientContract, address: string): Promise<void> {
  await trx.from('mail_addresses').where('address', folded(address)).delete()
}

const folded = (address: string) => address.toLowerCase()

/**
 * Address for notices to an account: its confirmed email address; undefined without one, or if
 * it bounces.
 */
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
