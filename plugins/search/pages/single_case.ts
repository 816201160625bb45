/** Redirect for queries that are only a citation or docket number. */
import { asDocketNumber } from '#app/support/docket_number'
import { readSearch } from '#app/search/request/search_request'
import { today } from '#app/search/search_service'
import type { SearchServices } from '../services.js'

/**
 * Volume, reporter, and page (`347 U.S. 483`, `410 F. Supp. 2d 12`), which cited pages and a court
 * with a year can follow: `901 F.4th 301, 303–04 (6th Cir. 2024)`.
 */
const CITATION =
  /^(\d{1,4}\s+[A-Z][A-Za-z0-9.'’ ]{0,40}\s\d{1,5})(?:,\s*(?:at\s+)?\*?\d{1,5}(?:[-–]\d{1,5})?){0,5}(?:\s*\([^()]{0,60}\d{4}\))?\.?$/

/** The citation without cited pages, court, and year; undefined if the text has anything else. */
export function readCitation(text: string): string | undefined {
  const written = text.trim()
  // `347 u.s. 483`, `5 cal. 4th 6`
  const raised = written.replace(/(?<![\w’'])[a-z]|(?<=\.)[a-z]/g, (letter) => letter.toUpperCase())
  const [, found] = CITATION.exec(written) ?? CITATION.exec(raised) ?? []
  return found?.replace(/ us(?= \d)/i, ' U.S.')
}
/** A number without a type is ambiguous. */
const readDocketNumber = (text: string) => (asDocketNumber(text)?.type ? text : undefined)

/** Lookups, best first. */
const LOOKED = [
  { read: readCitation, type: 'o', parameter: 'citation' },
  { read: readDocketNumber, type: 'd', parameter: 'docket_number' },
  { read: readDocketNumber, type: 'o', parameter: 'docket_number' },
]
/** Timeout of a lookup in milliseconds. */
const DEADLINE = 2000

/** Returns the path of the case if exactly one matches. */
export async function findSingleCasePath(
  q: string,
  { service, declarations, context }: SearchServices
): Promise<string | undefined> {
  const text = q.trim()
  for (const { read, type, parameter } of LOOKED) {
    const value = read(text)
    if (value === undefined || !declarations.types.some(({ code }) => code === type)) continue
    const asked = new Map([
      ['type', [type]],
      [parameter, [value]],
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
