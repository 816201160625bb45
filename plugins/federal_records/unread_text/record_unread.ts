/** Records text of merged pages that their parsers didn't read. */
import { createHash, randomUUID } from 'node:crypto'
import { inject } from '@adonisjs/core'
import { DriveManager } from '@adonisjs/drive'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { Jobs } from '#app/jobs/jobs'
import type { CoveredPage } from '#app/court_pages/read_page'
import { stageFile } from '#app/storage/saved_file'
import UnreadGroup from '../models/unread_group.js'
import UnreadPage, { type PageSource } from '../models/unread_page.js'
import UnreadPassage from '../models/unread_passage.js'
import { countReading } from '../page_thread/reading_metrics.js'
import { QUEUES } from '../pdf/codes.js'
import settings from '../settings.js'
import { passageDigest, storablePassage } from './normalize_passage.js'

/** Folder on the disk. Its files are never served under `/storage/`, because no API field refers to them. */
export const UNREAD_PAGES = 'unread-pages'

/** Maximum number of passages of a page, and their lengths in characters. */
const MAX_PASSAGES = 100
const MAX_TEXT = 1000
const MAX_PLACE = 200

/** A page that was merged, or checked. */
export interface CheckedReading {
  reading: Pick<CoveredPage, 'kind' | 'coverage' | 'recognition'>
  /** The court's ID in the archive. */
  court: string
}

/** A page that was merged. */
export interface MergedReading extends CheckedReading {
  bytes: Uint8Array
  source: PageSource
  /** IDs of its dockets. */
  dockets: number[]
}

/** A passage with the digest that identifies it. */
interface Passage {
  digest: string
  text: string
  place: string
}

@inject()
export class UnreadText {
  constructor(
    private drive: DriveManager<any>,
    private jobs: Jobs
  ) {}

  /**
   * Records the passages of a page that weren't read, except dismissed ones, in the transaction
   * that stores its outcome. The caller must commit right away: files of uncommitted pages are
   * pruned. Recording a page again changes nothing.
   *
   * @returns a sentence for the message of the outcome; empty if everything was read
   */
  async record(trx: TransactionClientContract, page: MergedReading): Promise<string> {
    const all = passagesOf(page)
    if (!all.length) {
      await countReading(trx, page, 0)
      return ''
    }
    const { court: courtId, reading, source } = page
    const groupId = await UnreadGroup.lock(trx, { courtId, kind: reading.kind })
    const open = await withoutDismissed(all, groupId, trx)
    const passages = [...new Map(open.map((passage) => [passage.digest, passage])).values()]
    const isNew = passages.length > 0 && (await this.#store(trx, { page, groupId, all, passages }))
    await countReading(trx, page, isNew ? open.length : 0)
    return unreadNote(open.length, source)
  }

  /** The same sentence for an uploaded page that is only checked. */
  async describe({ court: courtId, reading }: CheckedReading): Promise<string> {
    const all = passagesOf({ reading })
    const group = all.length ? await UnreadGroup.findBy({ courtId, kind: reading.kind }) : null
    const open = group ? await withoutDismissed(all, group.id) : all
    return unreadNote(open.length, 'upload')
  }

  /** @returns false if the page was recorded before */
  async #store(
    trx: TransactionClientContract,
    { page, groupId, all, passages }: Storing
  ): Promise<boolean> {
    const { bytes, source, dockets } = page
    const hash = createHash('sha256').update(bytes)
    for (const digest of all.map((passage) => passage.digest).toSorted()) hash.update(digest)
    const { rows } = await trx.rawQuery<{ rows: { id: string }[] }>(
      `INSERT INTO unread_pages (group_id, source, digest, size, docket_ids) VALUES (?, ?, ?, ?, ?::bigint[])
       ON CONFLICT (group_id, digest) DO NOTHING RETURNING id`,
      [groupId, source, hash.digest('hex'), bytes.length, dockets as unknown as string]
    )
    const [row] = rows
    if (!row) return false
    await trx.rawQuery(COUNT_PASSAGES, [groupId, row.id, JSON.stringify(passages)])
    await UnreadPassage.removeOldest(trx, groupId)
    if (settings.unreadPagesDays > 0 && (await UnreadPage.isAllowed(trx, dockets)))
      await this.#keep(trx, Number(row.id), bytes)
    const paths = await UnreadPage.releaseOld(trx, groupId)
    if (paths.length) await this.jobs.send(trx, QUEUES.remove, { paths })
    await UnreadGroup.summarize(trx, [groupId], 1)
    return true
  }

  async #keep(trx: TransactionClientContract, id: number, bytes: Uint8Array): Promise<void> {
    const name = randomUUID()
    const path = `${UNREAD_PAGES}/${name.slice(0, 2)}/${name}`
    const staged = await stageFile(this.drive.use(), path, bytes)
    try {
      await UnreadPage.query({ client: trx }).where({ id }).update({ path })
      await staged.publish()
    } finally {
      await staged.discard()
    }
  }
}

interface Storing {
  page: MergedReading
  groupId: number
  /** All passages of the page, including dismissed ones. */
  all: Passage[]
  /** The passages to store, each once. */
  passages: Passage[]
}

/** Values: group, page, passages as JSON. */
const COUNT_PASSAGES = `INSERT INTO unread_passages (group_id, page_id, digest, text, place)
  SELECT ?::bigint, ?::bigint, found.digest, found.text, found.place
  FROM json_to_recordset(?::json) AS found (digest text, text text, place text)
  ON CONFLICT (group_id, digest) DO UPDATE SET
    text = excluded.text, place = excluded.place, pages = unread_passages.pages + 1,
    last_seen = now(), page_id = excluded.page_id,
    is_shared = unread_passages.is_shared OR NOT EXISTS (
      SELECT FROM unread_pages last JOIN unread_pages this ON last.docket_ids && this.docket_ids
      WHERE last.id = unread_passages.page_id AND this.id = excluded.page_id)`

function passagesOf({ reading: { coverage } }: Pick<CheckedReading, 'reading'>): Passage[] {
  return coverage.unread.slice(0, MAX_PASSAGES).map(({ text, place }) => ({
    digest: passageDigest(text),
    text: storablePassage(text, MAX_TEXT),
    place: storablePassage(place, MAX_PLACE),
  }))
}

async function withoutDismissed(
  passages: Passage[],
  groupId: number,
  trx?: TransactionClientContract
): Promise<Passage[]> {
  const digests = passages.map(({ digest }) => digest)
  const dismissed = await UnreadPassage.dismissedAmong(trx, { groupId, digests })
  return passages.filter(({ digest }) => !dismissed.has(digest))
}

/** What messages call pages from a source. */
const NAMES: Record<PageSource, string> = {
  upload: 'page',
  fetch: 'page',
  email: 'email',
  feed: 'feed',
}

/** `2 passages of the page weren't read.`; empty for none. */
function unreadNote(count: number, source: PageSource): string {
  if (!count) return ''
  const name = NAMES[source]
  if (count === 1) return `1 passage of the ${name} wasn't read.`
  const number = count >= MAX_PASSAGES ? `At least ${MAX_PASSAGES}` : String(count)
  return `${number} passages of the ${name} weren't read.`
}
