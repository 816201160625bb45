/**
 * Reporters and volumes with decisions in the archive. Distinct values are read
 * with one index lookup each, so the time depends on the number of values, not
 * of citations.
 */
import { NamedStatement } from '#app/database/named_statement'
import type { Reader } from '#app/database/reader'

/** Returns the standard abbreviations of the reporters in alphabetical order. */
export async function listAvailableReporters(reader: Reader): Promise<string[]> {
  const rows = await reader.rows(REPORTERS, [])
  return rows.map(([reporter]) => reporter!).toSorted(BY_LETTERS.compare)
}

/** Returns the volumes of a reporter in order: `9`, `10`, `10-A`. */
export async function listAvailableVolumes(reader: Reader, reporter: string): Promise<string[]> {
  const rows = await reader.rows(VOLUMES, [reporter])
  return rows.map(([volume]) => volume!).toSorted(BY_LETTERS.compare)
}

/** Returns those reporters that have decisions in the archive. */
export async function filterAvailableReporters(
  reader: Reader,
  reporters: string[]
): Promise<string[]> {
  const rows = await reader.rows(HELD, [reporters])
  return rows.map(([reporter]) => reporter!)
}

/** A page of a volume and the decision that starts there. */
export interface ReportedPlace {
  page: string
  cluster: string
}

/** Returns a range of the decisions of a volume in order of page, and their total. */
export async function listReportedPlaces(
  reader: Reader,
  { reporter, volume }: { reporter: string; volume: string },
  { offset, limit }: { offset: number; limit: number }
): Promise<{ places: ReportedPlace[]; count: number }> {
  const rows = await reader.rows(PLACES, [reporter, volume, offset, limit])
  return {
    places: rows.map(([page, cluster]) => ({ page: page!, cluster: cluster! })),
    count: Number(rows[0]?.[2] ?? 0),
  }
}

/** Returns those volumes of a reporter that have decisions in the archive. */
export async function filterAvailableVolumes(
  reader: Reader,
  reporter: string,
  volumes: string[]
): Promise<Set<string>> {
  const rows = await reader.rows(AMONG, [reporter, volumes])
  return new Set(rows.map(([volume]) => volume!))
}

const BY_LETTERS = new Intl.Collator('en', { numeric: true })

const IN_VOLUME = `EXISTS (SELECT FROM citations c
  WHERE c.volume = held.volume AND c.reporter = $1 COLLATE "C")`

/** SQL for the distinct nonempty values of a column, with one index lookup per value. */
const distinct = (column: 'reporter' | 'volume') => `
  WITH RECURSIVE held AS (
    SELECT min(${column}) AS ${column} FROM citations
    UNION ALL
    SELECT (SELECT min(${column}) FROM citations WHERE ${column} > held.${column})
    FROM held WHERE ${column} IS NOT NULL
  )
  SELECT ${column} FROM held WHERE ${column} <> ''`

const REPORTERS = new NamedStatement(distinct('reporter'))

const VOLUMES = new NamedStatement(`${distinct('volume')} AND ${IN_VOLUME}`)

const HELD = new NamedStatement(`
  SELECT reporter FROM unnest($1::text[]) AS held (reporter)
  WHERE EXISTS (SELECT FROM citations c WHERE c.reporter = held.reporter COLLATE "C")`)

const PLACES = new NamedStatement(`
  SELECT page, cluster_id::text, (count(*) OVER ())::text FROM citations
  WHERE volume = $2 COLLATE "C" AND reporter = $1 COLLATE "C"
  ORDER BY substring(page FROM '^[0-9]{1,9}')::integer NULLS LAST, page, cluster_id
  OFFSET $3::integer LIMIT $4::integer`)

const AMONG = new NamedStatement(`
  SELECT volume FROM unnest($2::text[]) AS held (volume) WHERE ${IN_VOLUME}`)
