/** What the archive holds of each type of record, for the page before a search. */
import { readSearch } from '#app/search/request/search_request'
import { ALL_BOXES } from '#app/search/request/parameters'
import { today } from '#app/search/search_service'
import type { SearchServices } from '../services.js'

export interface Holding {
  label: string
  /** Null: not known now. */
  count: number | null
  path: string
}

const DEADLINE = 1000
/** Milliseconds for which counts are shown. */
const KEPT = 300_000

const known = new WeakMap<SearchServices, { readAt: number; holdings: Holding[] }>()

export async function holdingsOf(services: SearchServices): Promise<Holding[]> {
  const last = known.get(services)
  if (last && Date.now() - last.readAt < KEPT) return last.holdings
  const { declarations, service, context } = services
  const readWith = await context()
  const holdings = await Promise.all(
    declarations.types.map(async ({ code, label, boxes }): Promise<Holding> => {
      const asked = { type: code, ...(boxes ? { [ALL_BOXES]: 'on' } : {}) }
      const path = `/search/?${new URLSearchParams(asked).toString()}`
      const given = new Map(Object.entries(asked).map(([name, value]) => [name, [value]]))
      const options = { count: true, size: 0, children: 0, today: today(), deadline: DEADLINE }
      const count = await service
        .find(readSearch(given, declarations, { strict: false, context: readWith }), options)
        .then((answer) => answer.count)
        .catch(() => null)
      return { label, count, path }
    })
  )
  // What is not known, as while an index is built, is asked for again.
  if (holdings.every(({ count }) => count !== null))
    known.set(services, { readAt: Date.now(), holdings })
  return holdings
}
