/**
 * Finds clusters by citation.
 */
import type { Database } from '@adonisjs/lucid/database'

/** A citation to look up, with the standard abbreviations that its reporter can mean. */
export interface SoughtCitation {
  readonly volume: string
  readonly reporters: readonly string[]
  readonly page: string
}

/**
 * Looks up all citations in one statement.
 *
 * @returns the IDs of the matching clusters in ascending order, indexed by citation
 */
export async function findClusters(
  database: Pick<Database, 'rawQuery'>,
  sought: readonly SoughtCitation[]
): Promise<number[][]> {
  const found = sought.map((): number[] => [])
  if (!sought.length) return found
  const rows = sought.flatMap(({ volume, reporters, page }, place) =>
    reporters.map((reporter) => ({ place, volume, reporter, page }))
  )
  const { rows: matches } = await database.rawQuery<{
    rows: { place: number; clusters: number[] }[]
  }>(EXACT, [JSON.stringify(rows)])
  for (const { place, clusters } of matches) found[place] = clusters
  return found
}

const EXACT = `
  SELECT place, json_agg(DISTINCT cluster_id ORDER BY cluster_id) AS clusters
  FROM json_to_recordset(?::json) AS sought (place int, volume text, reporter text, page text)
  JOIN citations c ON c.volume = sought.volume COLLATE "C" AND c.reporter = sought.reporter COLLATE "C"
    AND c.page = sought.page COLLATE "C"
  GROUP BY place`
