/**
 * One mail to one account about what its alerts of a rate have found.
 */
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { noticeAddress } from '#app/mail/notice_address'
import { post } from '#app/mail/outbox'
import { DAILY, REAL_TIME } from '../search_alerts/codes.js'
import { hitsMail } from './hits_mail.js'
import { beginMail, endMail } from './real_time.js'
import { takeWaiting } from './waiting_hits.js'

/** Hits in real time nobody was mailed about at once, because they are for members, come with the daily ones. */
export function ratesMailedWith(rate: string): string[] {
  return rate === DAILY ? [DAILY, REAL_TIME] : [rate]
}

/** Posts the mail with all hits that wait; done again, there are none. */
export async function mailHits(
  trx: TransactionClientContract,
  owner: string,
  rate: string
): Promise<void> {
  const isSoonMailed = await beginMail(trx, owner)
  const rates = ratesMailedWith(rate).filter((each) => each === rate || !isSoonMailed)
  const waiting = await takeWaiting(trx, owner, rates)
  // Without an address they are on the page of alerts, and with webhooks.
  const recipient = waiting.length ? await noticeAddress(trx, owner) : undefined
  if (recipient) await post(trx, await hitsMail(recipient, waiting, rate))
  if (rate === REAL_TIME) await endMail(trx, owner)
}
