/**
 * Searches for a page within a decision: `901 F.4th 208` finds the decision at
 * 901 F.4th 201 if its text has the star page `*208`.
 */
import { countCharacters } from '#app/search_engine/query/places'
import type { ReferenceResolver } from '#app/search/contributions'
import { knownReporters } from '../lookup/known_reporters.js'
import { matchCitations } from '../lookup/match_citations.js'

/** A query that is only a citation. */
const CITED =
  /^\s*(?<cited>(?<volume>\d{1,4}) +(?<reporter>[A-Za-z][\w.'’& ]{0,40}?)(?:,? +at)? +\*?(?<page>\d{1,8}))\s*$/
const MAX_LENGTH = 100
/** Maximum number of matching decisions; more are ignored. */
const MAX_DECISIONS = 5

/** Adds the first page of the decision as a spelling to a query for another page. */
const innerPages: ReferenceResolver = async (text, reader) => {
  const groups = text.length <= MAX_LENGTH && CITED.exec(text)?.groups
  if (!groups) return []
  const { cited, volume, reporter, page } = groups as Record<string, string>
  const reporters = knownReporters().find(reporter!)
  if (!reporters.length) return []
  const [found] = await matchCitations(reader, [{ volume: volume!, reporters, page: page! }])
  if (found?.matchedOn !== 'star_page' || found.clusters.length > MAX_DECISIONS) return []
  const rows = await reader.rows(FIRST_PAGES, [found.clusters, volume, reporters])
  const start = countCharacters(text.slice(0, text.indexOf(cited!)))
  const end = start + countCharacters(cited!)
  return [{ start, end, texts: rows.map(([firstPage]) => firstPage!) }]
}

const FIRST_PAGES = `
  SELECT DISTINCT volume || ' ' || reporter || ' ' || page FROM citations
  WHERE cluster_id = ANY ($1::bigint[]) AND volume = $2 AND reporter = ANY ($3)`

export default innerPages
