/** Removes kept pages, and what is known of pages of deleted dockets. */
import { inject } from '@adonisjs/core'
import { DriveManager } from '@adonisjs/drive'
import { Database } from '@adonisjs/lucid/database'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { Jobs } from '#app/jobs/jobs'
import { removeUnnamedFiles } from '#app/storage/stale_files'
import UnreadGroup from '../models/unread_group.js'
import UnreadPage, { IS_VISIBLE } from '../models/unread_page.js'
import UnreadPassage from '../models/unread_passage.js'
import { QUEUES } from '../pdf/codes.js'
import settings from '../settings.js'
import { normalizePassage } from './normalize_passage.js'
import { UNREAD_PAGES } from './record_unread.js'

/** Days after which pages without a file are forgotten, with the passages that weren't seen since. */
const KNOWN_DAYS = 90
/** Maximum number of kept pages of all courts; the oldest are removed. */
const MAX_KEPT = 5000
/** Pages per transaction. */
const AT_ONCE = 500

/** SQL condition: a docket of the page was deleted. */
const LOST_DOCKET = `EXISTS (SELECT FROM unnest(docket_ids) AS named (id)
  WHERE NOT EXISTS (SELECT FROM dockets k WHERE k.id = named.id))`

/** SQL condition: the maximum number of pages kept later is reached. */
const OVER_LIMIT = `id <= (
  SELECT q.id FROM unread_pages q WHERE q.path <> '' ORDER BY q.id DESC OFFSET ? LIMIT 1)`

@inject()
export class UnreadPageRemover {
  constructor(
    private database: Database,
    private drive: DriveManager<any>,
    private jobs: Jobs
  ) {}

  /**
   * Removes the pages of deleted dockets, and their passages. Passages that were also on pages of
   * other cases remain, without numbers and dates.
   */
  async forgetDeletedDockets(trx: TransactionClientContract): Promise<void> {
    while ((await this.#forget(trx, LOST_DOCKET, [])) === AT_ONCE);
  }

  /** Removes expired pages and passages. @throws the signal's reason when it is aborted */
  async prune(signal: AbortSignal): Promise<void> {
    const { unreadPagesDays: days } = settings
    await this.database.transaction((trx) => this.forgetDeletedDockets(trx))
    const repeat = async (work: (trx: TransactionClientContract) => Promise<number>) => {
      do signal.throwIfAborted()
      while ((await this.database.transaction(work)) === AT_ONCE)
    }
    const expired = 'date_created < now() - make_interval(days => ?)'
    await repeat((trx) => this.#removeFiles(trx, expired, [days]))
    await repeat((trx) => this.#removeFiles(trx, OVER_LIMIT, [MAX_KEPT]))
    // Pages that were recorded while their documents were being sealed.
    await repeat((trx) => this.#removeFiles(trx, `NOT (${IS_VISIBLE})`, []))
    const known = Math.max(days, KNOWN_DAYS)
    await repeat((trx) => this.#forget(trx, expired, [known]))
    await this.database.transaction((trx) => this.#forgetPassages(trx, known))
    await this.#removeUnnamed(signal)
  }

  /** @returns the number of pages whose file is removed after COMMIT */
  async #removeFiles(
    trx: TransactionClientContract,
    condition: string,
    values: unknown[]
  ): Promise<number> {
    const pages = await this.#lockPages(trx, `path <> '' AND ${condition}`, values)
    if (!pages.length) return 0
    const paths = pages.map(({ path }) => path)
    await UnreadPage.query({ client: trx })
      .whereIn(
        'id',
        pages.map(({ id }) => id)
      )
      .update({ path: '' })
    await this.jobs.send(trx, QUEUES.remove, { paths })
    return pages.length
  }

  /** @returns the number of forgotten pages */
  async #forget(
    trx: TransactionClientContract,
    condition: string,
    values: unknown[]
  ): Promise<number> {
    const pages = await this.#lockPages(trx, condition, values)
    if (!pages.length) return 0
    const ids = pages.map(({ id }) => id)
    const shared = await UnreadPassage.query({ client: trx })
      .whereIn('pageId', ids)
      .where('isShared', true)
    for (const passage of shared)
      await passage.merge({ text: normalizePassage(passage.text), pageId: null }).save()
    const paths = pages.flatMap(({ path }) => path || [])
    // Deletes the other passages of these pages, too.
    await UnreadPage.query({ client: trx }).whereIn('id', ids).delete()
    await UnreadGroup.summarize(trx, [...new Set(pages.map(({ groupId }) => groupId))])
    if (paths.length) await this.jobs.send(trx, QUEUES.remove, { paths })
    return pages.length
  }

  /** Forgets passages without a page that weren't seen for some days, and empty groups. */
  async #forgetPassages(trx: TransactionClientContract, days: number): Promise<void> {
    const due = await UnreadPassage.query({ client: trx })
      .where('isDismissed', false)
      .whereNull('pageId')
      .whereRaw('last_seen < now() - make_interval(days => ?)', [days])
    const groups = [...new Set(due.map(({ groupId }) => groupId))]
    await UnreadGroup.lockAll(trx, groups)
    for (const passage of due) await passage.delete()
    await UnreadGroup.summarize(trx, groups)
    await trx.rawQuery(
      `DELETE FROM unread_groups g WHERE g.passages = 0
       AND NOT EXISTS (SELECT FROM unread_passages p WHERE p.group_id = g.id)
       AND NOT EXISTS (SELECT FROM unread_pages p WHERE p.group_id = g.id)`
    )
  }

  /** Locks the groups of the oldest matching pages. @returns pages that still match */
  async #lockPages(
    trx: TransactionClientContract,
    condition: string,
    values: unknown[]
  ): Promise<UnreadPage[]> {
    const find = () =>
      UnreadPage.query({ client: trx })
        .whereRaw(condition, values as string[])
        .orderBy('id')
        .limit(AT_ONCE)
    const found = await find()
    if (!found.length) return []
    await UnreadGroup.lockAll(trx, [...new Set(found.map(({ groupId }) => groupId))])
    const ids = found.map(({ id }) => id)
    return find().whereIn('id', ids)
  }

  /** Removes files of transactions that were never committed. */
  async #removeUnnamed(signal: AbortSignal): Promise<void> {
    const namedAmong = async (keys: string[]) => {
      const rows = await UnreadPage.query().whereIn('path', keys).select('path')
      return rows.map(({ path }) => path)
    }
    await removeUnnamedFiles(this.drive.use(), UNREAD_PAGES, namedAmong, signal)
  }
}
