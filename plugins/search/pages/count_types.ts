/** Hits of the other types for the same search, for the tabs. */
import { readSearch } from '#app/search/request/search_request'
import { today } from '#app/search/search_service'
import type { SearchServices } from '../services.js'

/** Milliseconds for a count; a tab without one is as good a link. */
const DEADLINE = 1000

/**
 * Counts by type code; a type that the search makes no sense for, or that takes long, has none.
 *
 * @param codes of the types that are counted
 */
export async function countTypes(
  given: ReadonlyMap<string, string[]>,
  codes: string[],
  { service, declarations, context }: SearchServices
): Promise<Map<string, number>> {
  const readWith = await context(given.get('q')?.at(-1))
  const counted = await Promise.all(
    codes.map(async (code): Promise<[string, number][]> => {
      const asked = new Map(given).set('type', [code])
      asked.delete('order_by')
      try {
        const search = readSearch(asked, declarations, { strict: false, context: readWith })
        const options = { count: true, size: 0, children: 0, today: today(), deadline: DEADLINE }
        return [[code, (await service.find(search, options)).count!]]
      } catch {
        return []
      }
    })
  )
  return new Map(counted.flat())
}
