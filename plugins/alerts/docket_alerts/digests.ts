/** Daily and weekly emails with the new entries of all dockets that an account follows. */
import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import mail from '@adonisjs/mail/services/main'
import { Records } from '#api/records'
import { ResourceRegistry } from '#api/registry'
import { Reader } from '#app/database/reader'
import { noticeAddress } from '#app/mail/addresses'
import { shownEntries } from '#plugins/federal_records/public/webhooks'
import { SUBSCRIBED } from '../models/docket_alert.js'
import { listRatesInEmail, REAL_TIME } from '../search_alerts/codes.js'
import { findAlertedCase } from './dockets.js'
import { hasWords, type AlertWords } from './entry_words.js'
import { DigestMail, type NewEntries } from './mails.js'

/** Maximum dockets with entries in an email, and entries per docket. */
const MAX_DOCKETS = 50
const MAX_ENTRIES = 10

/** Maximum attempts to compose an email, because entries can be added in the meantime. */
const MAX_ATTEMPTS = 5

/** The entries changed since the email was composed. */
class Outdated extends Error {}

/** Entries that wait for the email of one alert. */
interface WaitingEntries {
  alert_id: string
  docket_id: string
  secret_key: string
  note: string
  /** Number of rows, and the last of them. */
  rows: string
  last: string
  /** Entries that are still on the docket, and the first of them. */
  count: string
  entries: number[]
}

/** Stores the new entries of alerts with daily or weekly emails, and entries that were skipped. */
export async function moveEntries(
  trx: TransactionClientContract,
  alert: AlertWords & { id: string; rate: string },
  { entries, skipped }: { entries: number[]; skipped: number[] }
): Promise<void> {
  const insert = (table: string, ids: number[]) =>
    trx.rawQuery(
      `INSERT INTO ${table} (alert_id, entry_id) SELECT ?::bigint, id FROM unnest(?::bigint[]) AS id
       ON CONFLICT DO NOTHING`,
      [alert.id, ids] as never[]
    )
  if (alert.rate !== REAL_TIME && entries.length) await insert('docket_alert_waiting', entries)
  if (!hasWords(alert)) return
  await trx
    .from('docket_alert_skipped')
    .where('alert_id', alert.id)
    .whereIn('entry_id', entries)
    .delete()
  if (skipped.length) await insert('docket_alert_skipped', skipped)
}

@inject()
export class DocketDigests {
  readonly #records: Records

  constructor(
    private database: Database,
    registry: ResourceRegistry,
    reader: Reader
  ) {
    this.#records = new Records(registry, reader)
  }

  /** Accounts with entries for an email with the given rate. */
  async *accounts(rate: string): AsyncGenerator<string> {
    for (let after = '0'; ;) {
      const { rows } = await this.database.rawQuery<{ rows: { user_id: string }[] }>(
        `SELECT DISTINCT a.user_id FROM docket_alerts a
         WHERE a.user_id > ? AND a.alert_type = ${SUBSCRIBED} AND a.rate = ANY(?::text[])
           AND EXISTS (SELECT 1 FROM docket_alert_waiting w WHERE w.alert_id = a.id)
         ORDER BY a.user_id LIMIT 1000`,
        [after, listRatesInEmail(rate)] as never[]
      )
      for (const { user_id: account } of rows) yield String(account)
      if (!rows.length) return
      after = rows.at(-1)!.user_id
    }
  }

  /**
   * Sends one email with the waiting entries of an account. The email is composed before the
   * transaction that removes the entries, and composed again if they have changed since.
   */
  async send(owner: string, rate: string): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#sendOnce(owner, listRatesInEmail(rate))
      } catch (error) {
        if (!(error instanceof Outdated) || attempt === MAX_ATTEMPTS) throw error
      }
    }
  }

  async #sendOnce(owner: string, rates: string[]): Promise<void> {
    const waiting = await this.#waiting(owner, rates)
    if (!waiting.length) return
    const recipient = await noticeAddress(this.database, owner)
    const email = recipient ? await this.#compose(recipient, waiting) : undefined
    await this.database.transaction(async (trx) => {
      for (const { alert_id: alert, rows, last } of waiting) {
        const deleted = await trx
          .from('docket_alert_waiting')
          .where('alert_id', alert)
          .where('id', '<=', last)
          .delete()
        if (Number(deleted) !== Number(rows)) throw new Outdated()
      }
      if (email) await mail.sendLater(email, { trx })
    })
  }

  async #waiting(owner: string, rates: string[]): Promise<WaitingEntries[]> {
    const { rows } = await this.database.rawQuery<{ rows: WaitingEntries[] }>(
      `SELECT a.id AS alert_id, a.docket_id, a.secret_key, a.note, count(*) AS rows, max(w.id) AS last,
         count(e.id) AS count,
         coalesce((array_agg(e.id ORDER BY e.id) FILTER (WHERE e.id IS NOT NULL))[1:${MAX_ENTRIES}], '{}')::text[] AS entries
       FROM docket_alerts a JOIN docket_alert_waiting w ON w.alert_id = a.id
       LEFT JOIN docket_entries e ON e.id = w.entry_id AND e.docket_id = a.docket_id
       WHERE a.user_id = ? AND a.alert_type = ${SUBSCRIBED} AND a.rate = ANY(?::text[])
       GROUP BY a.id ORDER BY a.id`,
      [owner, rates] as never[]
    )
    return rows.map((row) => ({ ...row, entries: row.entries.map(Number) }))
  }

  async #compose(recipient: string, waiting: WaitingEntries[]): Promise<DigestMail | undefined> {
    const dockets: NewEntries[] = []
    const existing = waiting.filter(({ entries }) => entries.length)
    for (const { docket_id: id, secret_key: key, note, count, entries } of existing.slice(
      0,
      MAX_DOCKETS
    )) {
      const docket = await findAlertedCase(this.#records, String(id))
      const shown = docket ? await shownEntries(this.#records, entries) : []
      if (docket && shown.length)
        dockets.push({ docket, entries: shown, count: Number(count), key, note, tags: [] })
    }
    if (!dockets.length) return undefined
    const count = existing.reduce((sum, one) => sum + Number(one.count), 0)
    return new DigestMail(recipient, { dockets, count, more: existing.length - dockets.length })
  }
}
