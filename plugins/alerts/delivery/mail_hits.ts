/**
 * One email to one account about what its alerts of a rate have found. It is
 * composed from what was read before the transaction that takes the hits;
 * when they are no longer the same then, it is composed again.
 */
import type { Database } from '@adonisjs/lucid/database'
import mail from '@adonisjs/mail/services/main'
import { noticeAddress } from '#app/mail/addresses'
import { DAILY, REAL_TIME } from '../search_alerts/codes.js'
import { HitsMail, readHits } from './hits_mail.js'
import { beginMail, endMail, isMailDue } from './real_time.js'
import { readWaiting, takeHits } from './waiting_hits.js'

/** How often others may take the hits while the email about them is composed. */
const MAX_ATTEMPTS = 5

/** What the email was composed of has changed. */
class Outdated extends Error {}

/** Hits in real time that were not mailed at once, because that is for members, come with the daily ones. */
export function ratesMailedWith(rate: string): string[] {
  return rate === DAILY ? [DAILY, REAL_TIME] : [rate]
}

/**
 * Sends the email with all waiting hits; done again, there are none.
 *
 * @throws Outdated when others took the hits each time it was composed
 */
export async function mailHits(
  database: Pick<Database, 'from' | 'rawQuery' | 'transaction'>,
  owner: string,
  rate: string
): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await mailOnce(database, owner, rate)
    } catch (error) {
      if (!(error instanceof Outdated) || attempt === MAX_ATTEMPTS) throw error
    }
  }
}

async function mailOnce(
  database: Pick<Database, 'from' | 'rawQuery' | 'transaction'>,
  owner: string,
  rate: string
): Promise<void> {
  const isSoonMailed = await isMailDue(database, owner)
  const rates = ratesMailedWith(rate).filter((each) => each === rate || !isSoonMailed)
  const waiting = await readWaiting(database, owner, rates)
  // Without an address they are on the page of alerts, and with webhooks.
  const recipient = waiting.length ? await noticeAddress(database, owner) : undefined
  const email = recipient ? new HitsMail(recipient, await readHits(waiting, rate)) : undefined
  await email?.build()
  await database.transaction(async (trx) => {
    if ((await beginMail(trx, owner)) !== isSoonMailed) throw new Outdated()
    if (!(await takeHits(trx, waiting, rates))) throw new Outdated()
    if (email) {
      if ((await noticeAddress(trx, owner)) !== recipient) throw new Outdated()
      await mail.sendLater(email, { trx })
    }
    if (rate === REAL_TIME) await endMail(trx, owner)
  })
}
