/**
 * Matches the cases cited in texts to clusters.
 */
import type { Database } from '@adonisjs/lucid/database'
import { findClusters } from '../lookup/find_clusters.js'
import type { CitedCase, Report } from './read_text.js'

/** A cluster with opinions. */
export interface Authority {
  readonly cluster: number
  readonly year: number
  readonly slug: string | null
  /** IDs of its opinions, lead opinion first. */
  readonly opinions: readonly number[]
}

/** Why a case has no cluster: none or several match. */
export type Unmatched = 'not found' | 'ambiguous'

export type Match = Authority | Unmatched

/**
 * Matches the cases of several texts together.
 *
 * @param texts cases of each text
 * @returns the matches, indexed by text and case
 */
export async function matchCases(
  database: Pick<Database, 'rawQuery'>,
  texts: readonly (readonly CitedCase[])[]
): Promise<Match[][]> {
  const reports = new Map<string, Report>()
  for (const { reports: some } of texts.flat())
    for (const report of some) reports.set(keyOf(report), report)
  const found = await findClusters(database, [...reports.values()])
  const clusters = new Map([...reports.keys()].map((key, place) => [key, found[place]!]))
  const authorities = await readAuthorities(database, [...new Set(found.flat())])
  const known = (report: Report) =>
    clusters.get(keyOf(report))!.flatMap((cluster) => authorities.get(cluster) ?? [])
  return texts.map((cases) => cases.map(({ reports: some }) => matchOf(some, known)))
}

function keyOf({ volume, reporters, page }: Report): string {
  return [volume, page, ...reporters].join('\n')
}

/** Returns the cluster that has all known reports; if several do, the cluster of the cited year. */
function matchOf(reports: readonly Report[], known: (report: Report) => Authority[]): Match {
  const sets = reports.map(known).filter((set) => set.length)
  if (!sets.length) return 'not found'
  const [first, ...others] = sets
  const inAll = first!.filter((one) => others.every((set) => set.includes(one)))
  const left = inAll.length
    ? inAll
    : sets.reduce((best, set) => (set.length < best.length ? set : best))
  if (left.length === 1) return left[0]!
  const years = reports.map(({ year }) => year)
  const ofYear = left.filter(({ year }) => years.includes(year))
  return ofYear.length === 1 ? ofYear[0]! : 'ambiguous'
}

async function readAuthorities(
  database: Pick<Database, 'rawQuery'>,
  clusters: number[]
): Promise<Map<number, Authority>> {
  if (!clusters.length) return new Map()
  const { rows } = await database.rawQuery<{ rows: { authority: Authority }[] }>(AUTHORITIES, [
    clusters,
  ] as never[])
  return new Map(rows.map(({ authority }) => [authority.cluster, authority]))
}

const AUTHORITIES = `
  SELECT json_build_object('cluster', c.id, 'year', extract(year FROM c.date_filed)::int, 'slug', c.slug,
                           'opinions', json_agg(o.id ORDER BY o.type, o.id)) AS authority
  FROM opinion_clusters c JOIN opinions o ON o.cluster_id = c.id
  WHERE c.id = ANY (?) GROUP BY c.id`
