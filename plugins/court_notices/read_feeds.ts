/**
 * Reads the feeds of courts, one after the other. Courts don't support ETags (court-system, 7), so
 * a hash detects changes. A failing feed doesn't stop the others.
 */
import { createHash } from 'node:crypto'
import { inject } from '@adonisjs/core'
import { Logger } from '@adonisjs/core/logger'
import { NotSupported } from '#app/support/domain_error'
import { toCourtId } from '#app/court_pages/court_system_ids'
import {
  parseInThread,
  mergePage,
  PageNotMerged,
  type MergedPage,
} from '#plugins/federal_records/public/merging'
import { UnreadText, type MergedReading } from '#plugins/federal_records/public/unread_text'
import { CourtSystem, RegistryError, type RegistryClient } from '#plugins/fetch/public'
import CourtFeed from './models/court_feed.js'
import { Database } from '@adonisjs/lucid/database'
import type { CoveredPage } from '#app/court_pages/read_page'

/** Result of reading a feed; `changes` is null for an unchanged feed. */
export type FeedOutcome = { court: string } & (
  { changes: FeedChanges | null } | { failure: string }
)

export interface FeedReading {
  signal: AbortSignal
  /** IDs in the archive; default: all courts with feeds. */
  courts?: string[]
  /** Called after each feed. */
  told?: (outcome: FeedOutcome) => void
}

/** An unusable feed. The message contains the reason. */
class FeedUnusable extends Error {}

type FeedPage = Extract<CoveredPage, { kind: 'rss_feed' }>

/** Items per transaction, which locks their dockets. */
const AT_ONCE = 50
/** Maximum number of attempts when transactions conflict. */
const ATTEMPTS = 3
/** SQLSTATEs of conflicting transactions: unique violation, serialization failure, deadlock. */
const CLASHES = ['23505', '40001', '40P01']

/** Counts of a merged feed. */
interface FeedChanges {
  items: number
  entries: number
  /** Items with invalid values. */
  refused: number
}

/** A merged feed, and what is recorded about its text. */
interface MergedFeed {
  changes: FeedChanges
  recorded: Omit<MergedReading, 'bytes'>
}

interface OneFeed {
  client: RegistryClient
  court: string
  signal: AbortSignal
}

@inject()
export class FeedReader {
  constructor(
    private courtSystem: CourtSystem,
    private database: Database,
    private logger: Logger,
    private unreadText: UnreadText
  ) {}

  /**
   * @throws NotSupported while fetching is off
   * @throws the signal's reason
   */
  async read({ signal, courts, told = () => {} }: FeedReading): Promise<void> {
    const client = await this.courtSystem.clientIfOn()
    if (!client) throw new NotSupported('Feeds require REGISTRY=on.')
    for (const court of courts ?? (await feedCourts(this.database))) {
      signal.throwIfAborted()
      told({ court, ...(await this.#outcomeOf({ client, court, signal })) })
    }
  }

  async #outcomeOf(feed: OneFeed): Promise<{ changes: FeedChanges | null } | { failure: string }> {
    try {
      return { changes: await this.#readFeed(feed) }
    } catch (error) {
      feed.signal.throwIfAborted()
      const isKnown = error instanceof RegistryError || error instanceof FeedUnusable
      if (!isKnown) this.logger.error({ err: error, court: feed.court }, 'feed failed')
      const failure = isKnown
        ? error.message
        : 'An internal error occurred while reading this feed.'
      await noteFailure(feed.court, failure)
      return { failure }
    }
  }

  async #readFeed({ client, court, signal }: OneFeed): Promise<FeedChanges | null> {
    const bytes = await client.feed(court, signal)
    const hash = createHash('sha256').update(bytes).digest('hex')
    const known = await CourtFeed.findBy({ courtId: court })
    const isNew = known?.hash !== hash
    const merged = isNew ? await this.#merge({ court, bytes, signal }) : null
    await this.database.transaction(async (trx) => {
      const now = new Date()
      const unread = merged && (await this.unreadText.record(trx, { ...merged.recorded, bytes }))
      // An unchanged feed keeps the sentence about its unread text.
      const kept = known?.failingSince ? '' : (known?.message ?? '')
      await CourtFeed.updateOrCreate(
        { courtId: court },
        {
          hash,
          dateRead: now,
          failingSince: null,
          message: unread ?? kept,
          ...(isNew && { dateChanged: now }),
        },
        { client: trx }
      )
    })
    return merged && merged.changes
  }

  async #merge({
    court,
    bytes,
    signal,
  }: {
    court: string
    bytes: Uint8Array
    signal: AbortSignal
  }): Promise<MergedFeed> {
    const reading = await parseInThread(bytes, court)
    if ('outcome' in reading)
      throw new FeedUnusable(`The feed can't be parsed: ${reading.outcome}.`)
    if (reading.kind !== 'rss_feed')
      throw new FeedUnusable(
        `The court returned a ${reading.kind.replaceAll('_', ' ')} instead of a feed.`
      )
    return this.#mergeFeed({ court: toCourtId(court), page: reading, signal })
  }

  /** @throws errors of the database; items merged so far are kept, and merging them again changes nothing */
  async #mergeFeed({
    court,
    page,
    signal,
  }: {
    court: string
    page: FeedPage
    signal: AbortSignal
  }): Promise<MergedFeed> {
    const { result: items } = page
    const changes: FeedChanges = { items: items.length, entries: 0, refused: 0 }
    const dockets = new Set<number>()
    for (let at = 0; at < items.length; at += AT_ONCE) {
      signal.throwIfAborted()
      const some = items.slice(at, at + AT_ONCE)
      const merged = await this.#mergeItems(court, { ...page, result: some })
      // Skip only the invalid items.
      const parts = merged ? [merged] : await this.#mergeEach(court, page, some)
      for (const part of parts) {
        if (!part) {
          changes.refused++
          continue
        }
        changes.entries += part.changes.entries.added
        for (const docket of part.docketIds) dockets.add(docket)
      }
    }
    return { changes, recorded: { reading: page, court, source: 'feed', dockets: [...dockets] } }
  }

  async #mergeEach(
    court: string,
    page: FeedPage,
    items: FeedPage['result']
  ): Promise<(MergedPage | null)[]> {
    const parts: (MergedPage | null)[] = []
    for (const item of items) parts.push(await this.#mergeItems(court, { ...page, result: [item] }))
    return parts
  }

  /** @returns null if an item has invalid values */
  async #mergeItems(court: string, page: FeedPage): Promise<MergedPage | null> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.database.transaction((trx) => mergePage(trx, { page, court }))
      } catch (error) {
        if (error instanceof PageNotMerged) return null
        const { code } = error as { code?: unknown }
        if (attempt === ATTEMPTS || !CLASHES.includes(String(code))) throw error
      }
    }
  }
}

/** Maximum length of a stored message. */
const MAX_MESSAGE = 500

async function noteFailure(court: string, message: string): Promise<void> {
  const known = await CourtFeed.findBy({ courtId: court })
  const now = new Date()
  await CourtFeed.updateOrCreate(
    { courtId: court },
    {
      dateRead: now,
      failingSince: known?.failingSince ?? now,
      message: message.slice(0, MAX_MESSAGE),
    }
  )
}

/** Courts of special jurisdiction in the court system (court-system, 3). */
const OTHERS = ['cit', 'jpml', 'uscfc', 'cavc']

/**
 * Active courts of the court system, except those known to have no feed.
 *
 * @returns sorted IDs in the archive
 */
async function feedCourts(database: Database): Promise<string[]> {
  const rows = await database
    .from('courts')
    .where((query) => query.whereIn('jurisdiction', ['F', 'FD', 'FB']).orWhereIn('id', OTHERS))
    .where('in_use', true)
    .whereNull('end_date')
    .whereNot('id', 'scotus')
    .whereRaw('registry_has_rss_feed IS NOT FALSE')
    .orderBy('id')
    .select('id')
  return rows.map(({ id }) => String(id))
}
