import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import mail from '@adonisjs/mail/services/main'
import { noticeAddress } from '#app/mail/addresses'
import { DAILY, REAL_TIME } from '../search_alerts/codes.js'
import { HitsMail, readHits } from './hits_mail.js'
import { HitResults } from './hit_results.js'
import { RealTimeMails } from './real_time_mails.js'
import { readWaiting, markHitsMailed } from './waiting_hits.js'

/** Maximum attempts to compose an email, because hits can change in the meantime. */
const MAX_ATTEMPTS = 5

/** The hits changed since the email was composed. */
class Outdated extends Error {}

/** Real-time hits of accounts without a membership are sent with the daily email. */
export function listRatesInEmail(rate: string): string[] {
  return rate === DAILY ? [DAILY, REAL_TIME] : [rate]
}

/**
 * Sends emails about hits. An email is composed before the transaction that marks
 * its hits as sent, and composed again if the hits have changed since.
 */
@inject()
export class HitMailer {
  constructor(
    private database: Database,
    private realTime: RealTimeMails,
    private results: HitResults
  ) {}

  /**
   * Sends one email with all unsent hits of an account's alerts with the given rate.
   *
   * @throws Outdated if the hits changed during every attempt
   */
  async send(owner: string, rate: string): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#sendOnce(owner, rate)
      } catch (error) {
        if (!(error instanceof Outdated) || attempt === MAX_ATTEMPTS) throw error
      }
    }
  }

  async #sendOnce(owner: string, rate: string): Promise<void> {
    const isSoonMailed = await this.realTime.isDue(this.database, owner)
    const rates = listRatesInEmail(rate).filter((each) => each === rate || !isSoonMailed)
    const waiting = await readWaiting(this.database, owner, rates)
    // Without a confirmed email address, hits appear only on the alerts page and in webhooks.
    const recipient = waiting.length ? await noticeAddress(this.database, owner) : undefined
    const email = recipient
      ? new HitsMail(recipient, await readHits(this.results, waiting, rate))
      : undefined
    await email?.build()
    await this.database.transaction(async (trx) => {
      if ((await this.realTime.begin(trx, owner)) !== isSoonMailed) throw new Outdated()
      if (!(await markHitsMailed(trx, waiting, rates))) throw new Outdated()
      if (email) {
        if ((await noticeAddress(trx, owner)) !== recipient) throw new Outdated()
        await mail.sendLater(email, { trx })
      }
      if (rate === REAL_TIME) await this.realTime.end(trx, owner)
    })
  }
}
