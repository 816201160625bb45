import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { formatSampleTitle } from '#api/sample_records'
import { cacheControl } from '#app/support/caching'
import { ALL_BOXES } from '#app/search/request/parameters'
import { readSearch } from '#app/search/request/search_request'
import { today } from '#app/search/search_service'
import type { ResultObject } from '#app/search/results/result_rows'
import { dateInWords } from '#app/web/dates'
import { findSampleKinds } from '../sample_results.js'
import { SearchServices } from '../services.js'
import { readCitation } from './single_case.js'

/** Maximum number of characters and words that are looked up. */
const [MAX_LENGTH, MAX_WORDS] = [100, 12]
/** Letters that the query language requires before a wildcard. */
const MIN_PREFIX = 3
const SUGGESTED = 8
/** Timeout of the lookup in milliseconds. A later suggestion is of no use. */
const DEADLINE = 1000

export interface Suggestion {
  label: string
  /** Citation, court, and date. */
  facts: string
  path: string
}

/** Suggests decisions for the start of a case name, or for a citation. */
@inject()
export default class SuggestionsController {
  constructor(private services: SearchServices) {}

  async show({ request, response }: HttpContext): Promise<void> {
    const q: unknown = request.qs().q
    const given = typeof q === 'string' ? readSuggestionQuery(q) : undefined
    const suggestions = given ? await findSuggestions(given, this.services) : []
    response.header('x-robots-tag', 'noindex')
    response.header('cache-control', cacheControl('own'))
    response.json({ suggestions })
  }
}

/**
 * The search parameter for a text that is being typed: its last word may be incomplete.
 *
 * @returns undefined if the text is too short
 */
export function readSuggestionQuery(typed: string): [name: string, value: string] | undefined {
  const text = typed.slice(0, MAX_LENGTH).toWellFormed().trim()
  const citation = readCitation(text)
  if (citation !== undefined) return ['citation', citation]
  // Lowercase words are never operators of the query language.
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+(?:['’.&-][\p{L}\p{N}]+)*/gu) ?? []
  const known = words.slice(0, MAX_WORDS)
  const last = known.at(-1)
  if (!last) return undefined
  const isPrefix = !/\s$/.test(typed) && /^[\p{L}\p{N}]+$/u.test(last)
  if (!isPrefix) return ['case_name', known.join(' ')]
  if (last.length >= MIN_PREFIX) return ['case_name', `${known.join(' ')}*`]
  const complete = known.slice(0, -1)
  return complete.length ? ['case_name', complete.join(' ')] : undefined
}

/** The most cited matches; none if the lookup fails or takes too long. */
async function findSuggestions(
  [name, value]: [string, string],
  { service, declarations, context, samples }: SearchServices
): Promise<Suggestion[]> {
  const type = declarations.types.find(({ parameters }) => Object.hasOwn(parameters, 'citation'))
  if (!type) return []
  const [order] = Object.keys(type.orders).filter((each) => each.startsWith('citeCount desc'))
  const given = new Map([
    ['type', [type.code]],
    [name, [value]],
    [ALL_BOXES, ['on']],
    ...(order ? [['order_by', [order]] as [string, string[]]] : []),
  ])
  try {
    const search = readSearch(given, declarations, { strict: false, context: await context() })
    const { hits } = await service.find(search, {
      size: SUGGESTED,
      children: 0,
      count: false,
      today: today(),
      deadline: DEADLINE,
    })
    const results = await service.results(search, hits)
    const kinds = await findSampleKinds(samples, search, results)
    return results.flatMap((result, at) => {
      const path = result.absolute_url
      if (typeof path !== 'string' || !path.startsWith('/')) return []
      const label = formatSampleTitle(String(result.caseName ?? ''), kinds[at])
      return [{ label, facts: factsOf(result), path }]
    })
  } catch {
    // Suggestions are optional: the form works without them.
    return []
  }
}

function factsOf({ citation, court_citation_string: court, dateFiled }: ResultObject): string {
  const [first] = [citation].flat()
  return [first, court, dateInWords(dateFiled)].filter(Boolean).map(String).join(' · ')
}
