/**
 * One mail to one account about what its alerts of a rate have found.
 */
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { noticeAddress } from '#app/mail/notice_address'
import { post } from '#app/mail/outbox'
import { REAL_TIME } from '../search_alerts/codes.js'
import { hitsMail } from './hits_mail.js'
import { beginMail, endMail } from './real_time.js'
import { takeWaiting } from './waiting_hits.js'

/** Posts the mail with all hits that wait; done again, there are none. */
export async function mailHits(
  trx: TransactionClientContract,
  owner: string,
  rate: string
): Promise<void> {
  if (rate === REAL_TIME) await beginMail(trx, owner)
  const waiting = await takeWaiting(trx, owner, rate)
  // Without an address they are on the page of alerts, and with webhooks.
  const recipient = waiting.length ? await noticeAddress(trx, owner) : undefined
  if (recipient) await post(trx, await hitsMail(recipient, waiting))
  if (rate === REAL_TIME) await endMail(trx, owner)
}
