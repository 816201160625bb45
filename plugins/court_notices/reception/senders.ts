/** Who may send notices to the address of an account. */
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { noticeAddress } from '#app/mail/addresses'

/** Domains of the courts; notices of the newer appellate system come from the second. */
const COURTS = /(?:^|\.)(?:uscourts\.gov|fedcourts\.us)$/

/** The court in a sender's address, as the court system calls it: `cand` of `ecf@cand.uscourts.gov`. */
export function courtOfSender(from: string): string | null {
  return (
    /@(?:[a-z0-9-]+\.){0,3}?([a-z0-9-]{2,10})\.(?:uscourts\.gov|fedcourts\.us)$/.exec(from)?.[1] ??
    null
  )
}

/** Whether a court sent it, or the account itself, which forwards what it got. */
export async function maySend(
  trx: TransactionClientContract,
  from: string,
  accountId: number
): Promise<boolean> {
  if (COURTS.test(from.slice(from.lastIndexOf('@') + 1))) return true
  return (await noticeAddress(trx, accountId))?.toLowerCase() === from
}
