/** Hit counts by type, for the tabs and for the page before a search. */
import { readSearch, type SearchRequest } from '#app/search/request/search_request'
import { today } from '#app/search/search_service'
import type { SearchServices } from '../services.js'
import { cachePageResult } from '../result_cache.js'
import { ALL_BOXES } from '#app/search/request/parameters'

/** Timeout of a count in milliseconds; tabs also work without counts. */
const DEADLINE = 300
/** Maximum count; a tab with more shows `1,000+`. */
const COUNTED = 1_000

/**
 * Counts the hits of other types. Types without a count failed or timed out.
 *
 * @param codes codes of the types
 * @returns labels by type code, such as `312` or `1,000+`
 */
export async function countTypes(
  given: ReadonlyMap<string, string[]>,
  codes: string[],
  services: SearchServices
): Promise<Map<string, string>> {
  const { declarations, context } = services
  const readWith = await context(given.get('q')?.at(-1))
  const counted = await Promise.all(
    codes.map(async (code): Promise<[string, string][]> => {
      const asked = new Map(given).set('type', [code])
      asked.delete('order_by')
      try {
        const search = readSearch(asked, declarations, { strict: false, context: readWith })
        return [[code, shownCount(await countOf(search, services))]]
      } catch {
        return []
      }
    })
  )
  return new Map(counted.flat())
}

async function countOf(search: SearchRequest, services: SearchServices): Promise<number> {
  const { fingerprint, type } = search
  const place = { key: `count ${fingerprint}`, index: type.index }
  const { found } = await cachePageResult(services, place, async () => {
    const options = { count: true, countUpTo: COUNTED, size: 0, children: 0, today: today() }
    return (await services.service.find(search, { ...options, deadline: DEADLINE })).count!
  })
  return found
}

/** Formats a count. */
export const shownCount = (count: number) =>
  count > COUNTED ? `${COUNTED.toLocaleString('en')}+` : count.toLocaleString('en')

export interface Holding {
  label: string
  /** Null if unknown. */
  count: number | null
  path: string
}

const HOLDINGS_DEADLINE = 1000
/** Milliseconds for which counts are cached. */
const KEPT = 300_000

const known = new WeakMap<SearchServices, { readAt: number; holdings: Holding[] }>()

export async function loadSearchHoldings(services: SearchServices): Promise<Holding[]> {
  const last = known.get(services)
  if (last && Date.now() - last.readAt < KEPT) return last.holdings
  const { declarations, service, context } = services
  const readWith = await context()
  const holdings = await Promise.all(
    declarations.types.map(async ({ code, label, boxes }): Promise<Holding> => {
      const asked = { type: code, ...(boxes ? { [ALL_BOXES]: 'on' } : {}) }
      const path = `/search/?${new URLSearchParams(asked).toString()}`
      const given = new Map(Object.entries(asked).map(([name, value]) => [name, [value]]))
      const options = {
        count: true,
        size: 0,
        children: 0,
        today: today(),
        deadline: HOLDINGS_DEADLINE,
      }
      const count = await service
        .find(readSearch(given, declarations, { strict: false, context: readWith }), options)
        .then((answer) => answer.count)
        .catch(() => null)
      return { label, count, path }
    })
  )
  // Unknown counts, for example while an index is being built, are not cached.
  if (holdings.every(({ count }) => count !== null))
    known.set(services, { readAt: Date.now(), holdings })
  return holdings
}
