import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import mail from '@adonisjs/mail/services/main'
import { noticeAddress } from '#app/mail/addresses'
import { listRatesInEmail, REAL_TIME } from '../search_alerts/codes.js'
import { HitsMail, readHits } from './hits_mail.js'
import { HitResults } from './hit_results.js'
import { RealTimeMails } from './real_time_mails.js'
import { MAX_CASES, readWaiting, markHitsMailed, type WaitingHits } from './waiting_hits.js'
import { derivedFields } from '../matching/derived_fields.js'
import { Derivations } from '#app/events/derivations'
import { listQueryLeaves } from '#app/search_engine/query/tree'
import alertSettings from '../settings.js'

/** Milliseconds that a real-time email waits for hits on derived fields. */
const MAX_HELD = 86_400_000

/** Maximum attempts to compose an email, because hits can change in the meantime. */
const MAX_ATTEMPTS = 5

/** The hits changed since the email was composed. */
class Outdated extends Error {}

/**
 * Sends emails about hits. An email is composed before the transaction that marks
 * its hits as sent, and composed again if the hits have changed since.
 */
@inject()
export class HitMailer {
  constructor(
    private database: Database,
    private realTime: RealTimeMails,
    private results: HitResults,
    private derivations: Derivations
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
    const all = await readWaiting(this.database, owner, rates)
    const waiting = rate === REAL_TIME ? await this.#complete(all) : all
    // Without a confirmed email address, hits appear only on the alerts page and in webhooks.
    const recipient = waiting.length ? await noticeAddress(this.database, owner) : undefined
    const email = recipient
      ? new HitsMail(recipient, await readHits(this.results, waiting, rate))
      : undefined
    await email?.build()
    await this.database.transaction(async (trx) => {
      if ((await this.realTime.begin(trx, owner)) !== isSoonMailed) throw new Outdated()
      const isEmailed = email !== undefined
      if (!(await markHitsMailed(trx, waiting, { rates, isEmailed }))) throw new Outdated()
      if (email) {
        if ((await noticeAddress(trx, owner)) !== recipient) throw new Outdated()
        await mail.sendLater(email, { trx })
      }
      if (rate === REAL_TIME) await this.realTime.end(trx, owner)
    })
  }

  /**
   * Leaves out alerts on derived fields (`cites`) while the server derives them for many records,
   * so that their owners get one email with the count instead of one every few minutes.
   */
  async #complete(waiting: WaitingHits[]): Promise<WaitingHits[]> {
    const derived: WaitingHits[] = []
    for (const one of waiting) if (await this.#looksAtDerived(one)) derived.push(one)
    if (!derived.length) return waiting
    const isRunning = await this.derivations.areRunningInBulk(this.database)
    const now = Date.now()
    const isHeld = ({ count, recorded: { first, last } }: WaitingHits) =>
      now - first.getTime() < MAX_HELD &&
      (isRunning ||
        (count > MAX_CASES && now - last.getTime() < alertSettings.gatherSeconds * 1_000))
    const held = new Set(derived.filter(isHeld))
    return waiting.filter((one) => !held.has(one))
  }

  async #looksAtDerived({ alert }: WaitingHits): Promise<boolean> {
    const search = await this.results.buildSearch(alert.query, alert.alert_type)
    const fields = derivedFields(search.index)
    return [search.query.tree, search.filter]
      .flatMap(listQueryLeaves)
      .flatMap((leaf) => ('field' in leaf ? leaf.field : leaf.fields))
      .some((field) => fields.has(field))
  }
}
