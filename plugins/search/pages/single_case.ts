/** Redirect for queries that are only a citation or docket number. */
import { asDocketNumber } from '#app/support/docket_number'
import { readSearch } from '#app/search/request/search_request'
import { today } from '#app/search/search_service'
import type { SearchServices } from '../services.js'

/** Volume, reporter, page: `347 U.S. 483`, `410 F. Supp. 2d 12`. */
const CITATION = /^\d{1,4}\s+[A-Z][A-Za-z0-9.'’ ]{0,40}\s\d{1,5}$/
export const isCitation = (text: string) => CITATION.test(text)
/** A number without a type is ambiguous. */
const isDocketNumber = (text: string) => Boolean(asDocketNumber(text)?.type)

/** Lookups, best first. */
const LOOKED = [
  { isMeant: isCitation, type: 'o', parameter: 'citation' },
  { isMeant: isDocketNumber, type: 'd', parameter: 'docket_number' },
  { isMeant: isDocketNumber, type: 'o', parameter: 'docket_number' },
]
/** Timeout of a lookup in milliseconds. */
const DEADLINE = 2000

/** Returns the path of the case if exactly one matches. */
export async function findSingleCasePath(
  q: string,
  { service, declarations, context }: SearchServices
): Promise<string | undefined> {
  const text = q.trim()
  for (const { isMeant, type, parameter } of LOOKED) {
    if (!isMeant(text) || !declarations.types.some(({ code }) => code === type)) continue
    const asked = new Map([
      ['type', [type]],
      [parameter, [text]],
      ['stat_all', ['on']],
    ])
    try {
      const search = readSearch(asked, declarations, { strict: false, context: await context() })
      const options = { count: false, size: 2, children: 0, today: today(), deadline: DEADLINE }
      const { hits } = await service.find(search, options)
      if (hits.length !== 1) continue
      const [result] = await service.results(search, hits)
      const path = result?.absolute_url ?? result?.docket_absolute_url
      if (typeof path === 'string' && path.startsWith('/')) return path
    } catch {
      // The search itself reports the error.
    }
  }
  return undefined
}
