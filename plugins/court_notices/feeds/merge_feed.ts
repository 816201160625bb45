/** Merges the items of a feed. */
import type { ApplicationService } from '@adonisjs/core/types'
import { mergePage, PageNotMerged } from '#plugins/federal_records/public/merging'
import { type ParsedPage } from '#app/court_pages/page_kinds'

export type FeedPage = Extract<ParsedPage, { kind: 'rss_feed' }>

/** Items in one transaction: other work on their dockets waits for its end. */
const AT_ONCE = 50
/** Attempts where another transaction gets in the way. */
const ATTEMPTS = 3
/** Unique values, serialization, deadlock. */
const CLASHES = ['23505', '40001', '40P01']

/** What was new. */
export interface FeedChanges {
  items: number
  entries: number
  /** Items whose values do not fit. */
  refused: number
}

/** @throws errors of the database; what was merged before stays, and is not merged twice */
export async function mergeFeed(
  app: ApplicationService,
  { court, page, signal }: { court: string; page: FeedPage; signal: AbortSignal }
): Promise<FeedChanges> {
  const { result: items } = page
  const changes: FeedChanges = { items: items.length, entries: 0, refused: 0 }
  for (let at = 0; at < items.length; at += AT_ONCE) {
    signal.throwIfAborted()
    const some = items.slice(at, at + AT_ONCE)
    const added = await mergeItems(app, court, { ...page, result: some })
    if (added !== null) {
      changes.entries += added
      continue
    }
    // One item that does not fit does not keep the others away.
    for (const item of some) {
      const one = await mergeItems(app, court, { ...page, result: [item] })
      if (one === null) changes.refused++
      else changes.entries += one
    }
  }
  return changes
}

/** @returns new entries; null when the values of an item do not fit */
async function mergeItems(
  { container }: ApplicationService,
  court: string,
  page: FeedPage
): Promise<number | null> {
  const database = await container.make('lucid.db')
  for (let attempt = 1; ; attempt++) {
    try {
      const { changes } = await database.transaction((trx) => mergePage(trx, { page, court }))
      return changes.entries.added
    } catch (error) {
      if (error instanceof PageNotMerged) return null
      const { code } = error as { code?: unknown }
      if (attempt === ATTEMPTS || !CLASHES.includes(String(code))) throw error
    }
  }
}
