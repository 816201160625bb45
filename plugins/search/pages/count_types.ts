/** Hits of the other types for the same search, for the tabs. */
import { readSearch, type SearchRequest } from '#app/search/request/search_request'
import { today } from '#app/search/search_service'
import type { SearchServices } from '../services.js'
import { kept } from './kept.js'

/** Milliseconds for a count; a tab without one is as good a link. */
const DEADLINE = 300
/** Hits that are counted; a tab with more says so. */
const COUNTED = 1_000

/**
 * Counts by type code, as `312` or, for more than are counted, `1,000+`; a
 * type that the search makes no sense for, or that takes long, has none.
 *
 * @param codes of the types that are counted
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
  const { found } = await kept(services, place, async () => {
    const options = { count: true, countUpTo: COUNTED, size: 0, children: 0, today: today() }
    return (await services.service.find(search, { ...options, deadline: DEADLINE })).count!
  })
  return found
}

/** What a tab says. */
export const shownCount = (count: number) =>
  count > COUNTED ? `${COUNTED.toLocaleString('en')}+` : count.toLocaleString('en')
