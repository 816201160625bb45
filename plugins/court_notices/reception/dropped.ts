/** Counts of emails that were not taken. */
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'

export type DropReason = 'unknown_recipient' | 'not_from_a_court' | 'forged'

/** Counts one today, in UTC. */
export async function countDropped(
  trx: TransactionClientContract,
  reason: DropReason
): Promise<void> {
  await trx.rawQuery(
    `INSERT INTO dropped_emails (day, reason, count) VALUES ((now() AT TIME ZONE 'UTC')::date, ?, 1)
     ON CONFLICT (day, reason) DO UPDATE SET count = dropped_emails.count + 1`,
    [reason]
  )
}
