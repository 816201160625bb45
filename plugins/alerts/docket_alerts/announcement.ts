/**
 * Notifies followers of a docket of its updates. One transaction per follower
 * sends the updates and records them as sent, so that each is sent once.
 */
import type { Database } from '@adonisjs/lucid/database'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import mail from '@adonisjs/mail/services/main'
import { Recent } from '#app/support/recent'
import type { Records } from '#api/records'
import { noticeAddress } from '#app/mail/addresses'
import { sendWebhook } from '#plugins/webhooks/public'
import {
  shownDocuments,
  shownEntries,
  type ShownDocument,
  type ShownEntry,
} from '#plugins/federal_records/public/webhooks'
import { SUBSCRIBED } from '../models/docket_alert.js'
import { REAL_TIME } from '../search_alerts/codes.js'
import { moveEntries } from './digests.js'
import { findAlertedCase } from './dockets.js'
import { filterNews, type AlertWords, type News } from './entry_words.js'
import { MAILED_ENTRIES, NewEntriesMail } from './mails.js'

interface AlertRow extends AlertWords {
  id: string
  user_id: string
  secret_key: string
  note: string
  rate: string
  last_news_id: string
}

/** Updates of one kind for one follower. */
interface NewsRow extends News {
  /** ID of the latest update. */
  last: string
}

/** Maximum entries or documents per event. */
const IN_ONE_EVENT = 100

const EVENTS = {
  entry: 'docket_alert',
  update: 'docket_entry.updated',
  document: 'document.available',
} satisfies Record<NewsRow['kind'], string>

/** SQL condition: the item hasn't been deleted or moved to another docket. */
const IS_STILL_THERE = `EXISTS (
  SELECT 1 FROM docket_entries e WHERE e.docket_id = ? AND e.id = CASE kind
    WHEN 'document' THEN (SELECT d.docket_entry_id FROM archive_documents d WHERE d.id = item_id) ELSE item_id END)`

/** Maximum cached lists of entries and of documents, which all followers share. */
const KEPT = 20

export class Announcement {
  readonly #entries = new Recent<Promise<ShownEntry[]>>(KEPT)
  readonly #documents = new Recent<Promise<ShownDocument[]>>(KEPT)

  constructor(
    readonly database: Pick<Database, 'from' | 'rawQuery' | 'transaction'>,
    readonly records: Records,
    readonly docket: string
  ) {}

  /**
   * Notifies the next follower. The email is composed before the transaction,
   * which does nothing if another process has already sent it.
   *
   * @returns false if all followers have been notified
   */
  async notifyNext(): Promise<boolean> {
    const { rows } = await this.database.rawQuery<{ rows: AlertRow[] }>(
      `SELECT id, user_id, secret_key, note, rate, include_words, exclude_words, last_news_id FROM docket_alerts
       WHERE docket_id = ? AND alert_type = ${SUBSCRIBED}
         AND last_news_id < (SELECT max(id) FROM docket_news WHERE docket_id = ?)
       ORDER BY id LIMIT 1`,
      [this.docket, this.docket]
    )
    const [alert] = rows
    if (!alert) return false
    const all = await this.#newsFor(alert)
    const { news, skipped } = await filterNews(this.database, alert, all)
    const entries = idsOf(news, 'entry')
    const isMailedNow = entries.length > 0 && alert.rate === REAL_TIME
    const email = isMailedNow ? await this.#composed(alert, entries) : undefined
    await this.database.transaction(async (trx) => {
      const locked = await trx
        .from('docket_alerts')
        .where({ id: alert.id, alert_type: SUBSCRIBED, last_news_id: alert.last_news_id })
        .forUpdate()
        .first()
      if (!locked) return
      await this.#notify(trx, alert, news, email)
      await moveEntries(trx, alert, { entries, skipped })
    })
    return true
  }

  async #newsFor(alert: AlertRow): Promise<NewsRow[]> {
    const { rows } = await this.database.rawQuery<{ rows: NewsRow[] }>(
      `SELECT kind, coalesce(json_agg(item_id ORDER BY first) FILTER (WHERE ${IS_STILL_THERE}), '[]'::json) AS ids,
         max(last)::text AS last
       FROM (SELECT kind, item_id, min(id) AS first, max(id) AS last FROM docket_news
             WHERE docket_id = ? AND id > ? GROUP BY kind, item_id) AS items
       GROUP BY kind`,
      [this.docket, this.docket, alert.last_news_id]
    )
    return rows
  }

  async #notify(
    trx: TransactionClientContract,
    alert: AlertRow,
    news: NewsRow[],
    email: NewEntriesMail | undefined
  ): Promise<void> {
    const entries = idsOf(news, 'entry')
    const isNew = new Set(entries)
    const updates = idsOf(news, 'update').filter((id) => !isNew.has(id))
    await this.#send(trx, alert, 'entry', entries)
    await this.#send(trx, alert, 'update', updates)
    await this.#send(trx, alert, 'document', idsOf(news, 'document'))
    if (email) await mail.sendLater(email, { trx })
    await trx
      .from('docket_alerts')
      .where('id', alert.id)
      .update({
        last_news_id: news.map(({ last }) => last).reduce(later),
        ...(entries.length ? { date_last_hit: new Date() } : {}),
      })
  }

  async #send(
    trx: TransactionClientContract,
    { user_id: account }: AlertRow,
    kind: NewsRow['kind'],
    ids: number[]
  ): Promise<void> {
    for (let place = 0; place < ids.length; place += IN_ONE_EVENT) {
      const some = ids.slice(place, place + IN_ONE_EVENT)
      const shown = () => (kind === 'document' ? this.#documentsOf(some) : this.#entriesOf(some))
      await sendWebhook(trx, {
        event: EVENTS[kind],
        account,
        payload: async () => ({ results: await shown() }),
      })
    }
  }

  async #composed(alert: AlertRow, ids: number[]): Promise<NewEntriesMail | undefined> {
    const recipient = await noticeAddress(this.database, alert.user_id)
    if (!recipient) return undefined
    const entries = await this.#entriesOf(ids.slice(0, MAILED_ENTRIES))
    const docket = await findAlertedCase(this.records, this.docket)
    // Deleted before the email was composed.
    if (!docket || !entries.length) return undefined
    const { secret_key: key, note } = alert
    const tags = await ownTags(this.records, this.docket, alert.user_id)
    return new NewEntriesMail(recipient, { docket, entries, count: ids.length, key, note, tags })
  }

  #entriesOf(ids: number[]): Promise<ShownEntry[]> {
    return this.#entries.get(ids.join(), () => shownEntries(this.records, ids))
  }

  #documentsOf(ids: number[]): Promise<ShownDocument[]> {
    return this.#documents.get(ids.join(), () => shownDocuments(this.records, ids))
  }
}

const idsOf = (news: NewsRow[], kind: NewsRow['kind']) =>
  news.find((row) => row.kind === kind)?.ids ?? []

/** The later of two update IDs, which the driver returns as text. */
const later = (a: string, b: string) => (BigInt(a) > BigInt(b) ? a : b)

/** Maximum tags shown in an email. */
const MAX_SHOWN = 20

/** Names of an account's tags on a docket; empty if the tags plugin isn't installed. */
async function ownTags(records: Records, docket: string, owner: string): Promise<string[]> {
  if (!records.registry.all().some(({ path }) => path === 'docket-tags')) return []
  const placed = await records.list(
    'docket-tags',
    { docket, tag__user: owner },
    { fields: 'tag', limit: MAX_SHOWN, viewer: Number(owner) }
  )
  const tags = await Promise.all(
    placed.map(({ tag }) => records.find('tags', String(tag), Number(owner)))
  )
  return tags.flatMap((tag) => (tag ? [String(tag.name)] : [])).sort()
}
