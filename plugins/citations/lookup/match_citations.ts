import { NamedStatement } from '#app/database/named_statement'
import type { Reader } from '#app/database/reader'

/** Whether a parallel citation or a page within the decision matched. */
export type MatchedOn = 'citation' | 'star_page'

export interface CitationToMatch {
  readonly volume: string
  readonly reporters: readonly string[]
  readonly page: string
}

export interface CitationMatches {
  /** IDs, newest (highest) first. */
  readonly clusters: readonly string[]
  /** Null if there are no clusters. */
  readonly matchedOn: MatchedOn | null
}

/**
 * Finds the clusters of all citations in one statement: clusters that have the
 * parallel citation; otherwise, the cluster that starts closest before the page
 * if its text has the star page (specification, Citation lookup 3).
 *
 * @returns matches in the order of the citations
 */
export async function matchCitations(
  reader: Pick<Reader, 'rows'>,
  citations: readonly CitationToMatch[]
): Promise<CitationMatches[]> {
  // Repeated citations are looked up once, because the search for star pages is slow.
  const distinct = new Map<string, { clusters: string[]; matchedOn: MatchedOn | null }>()
  const sought: { place: number; volume: string; reporter: string; page: string }[] = []
  const found = citations.map(({ volume, reporters, page }) => {
    const key = JSON.stringify([volume, reporters, page])
    const known = distinct.get(key)
    if (known) return known
    const place = distinct.size
    for (const reporter of reporters) sought.push({ place, volume, reporter, page })
    const matches = { clusters: [], matchedOn: null }
    distinct.set(key, matches)
    return matches
  })
  if (!sought.length) return found
  const byPlace = [...distinct.values()]
  const rows = await reader.rows(MATCHES, [JSON.stringify(sought)])
  for (const [place, cluster, matchedOn] of rows) {
    const matches = byPlace[Number(place)]!
    matches.clusters.push(cluster!)
    matches.matchedOn = matchedOn as MatchedOn
  }
  return found
}

const FIRST_PAGE = `substring(c.page FROM '^[0-9]{1,9}')::integer`

/** SQL condition: a text has the star page of `n`, such as `*65` but not `*650`. */
const hasStarPage = (text: string) =>
  `(strpos(${text}, '*' || n.page) > 0 AND ${text} ~ ('[*]' || n.page || '([^0-9]|$)'))`

/** Exported for `EXPLAIN` in tests. */
export const MATCHES = new NamedStatement(`
  WITH sought AS MATERIALIZED (
    SELECT place, volume, reporter, page, substring(page FROM '^[0-9]{1,9}$')::integer AS number
    FROM json_to_recordset($1::json) AS row (place integer, volume text, reporter text, page text)
  ), exact AS MATERIALIZED (
    SELECT DISTINCT s.place, c.cluster_id
    FROM sought s
    JOIN citations c ON c.volume = s.volume COLLATE "C" AND c.reporter = s.reporter COLLATE "C"
      AND c.page = s.page COLLATE "C"
  ), earlier AS MATERIALIZED (
    SELECT DISTINCT s.place, s.page, start.cluster_id
    FROM sought s
    CROSS JOIN LATERAL (
      SELECT c.cluster_id FROM citations c
      WHERE c.volume = s.volume COLLATE "C" AND c.reporter = s.reporter COLLATE "C"
        AND ${FIRST_PAGE} < s.number
      ORDER BY ${FIRST_PAGE} DESC
      FETCH FIRST 1 ROW WITH TIES
    ) start
    WHERE NOT EXISTS (SELECT FROM exact e WHERE e.place = s.place)
  ), matches AS (
    SELECT place, cluster_id, 'citation' AS matched_on FROM exact
    UNION ALL
    SELECT place, cluster_id, 'star_page' FROM earlier n
    WHERE EXISTS (
      SELECT FROM opinions o WHERE o.cluster_id = n.cluster_id
        AND (${hasStarPage('o.html_with_citations')} OR ${hasStarPage('o.xml_harvard')})
    )
  )
  SELECT place::text, cluster_id::text, matched_on FROM matches ORDER BY place, cluster_id DESC`)
