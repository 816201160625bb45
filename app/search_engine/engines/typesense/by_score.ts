/**
 * Lists by score. The newest matches and name matches are ranked. The others follow, newest
 * first, at `[null, day, key]`.
 */
import type { EngineSearch } from '../../engine.js'
import { PER_PAGE } from './cluster.js'
import { dayColumn } from './columns.js'
import { ABOUT_ROWS, fetchRows, type Row } from './fetch_rows.js'
import { joinWithAnd, joinWithOr } from './filter.js'
import { listHits, listed, type Listed, placeInPosition } from './lists.js'
import type { Scores } from './scores.js'
import type { Snapshot } from './snapshot.js'

export interface ScoredHit extends Listed {
  score: number
}

export interface Ranking {
  hits: ScoredHit[]
  rankedNewest: number | null
  /** Rows that were ranked: all matching rows of their parents. */
  rows: Row[]
}

const NEWEST = 'day:desc,parent:desc,pk:desc'
const BY_DAY = [dayColumn(true)]

export async function listByScore(
  snapshot: Snapshot,
  search: EngineSearch,
  filter: string,
  scores: Scores,
  { most, mostRanked }: { most: number; mostRanked: number }
): Promise<Ranking> {
  const { grain, from } = search
  const [newest] = await Promise.all([newestRows(snapshot, filter, mostRanked), scores.prepare()])
  const late = newest.cut ? await lateRows(snapshot, filter, newest, await scores.raised()) : []
  const rows = [...newest.rows, ...late]
  const ranked = await best(rows, grain, scores)
  const rankedNewest = newest.cut ? mostRanked : null
  const back = from?.direction === 'before'
  const isBehind = from?.position[0] === null
  const place = from ? placeInPosition(from.position, grain) : 0

  const others = async (count: number, at?: EngineSearch['from']): Promise<ScoredHit[]> => {
    if (!newest.cut || count <= 0) return []
    const raised = [...new Set(late.map(({ parent }) => Number(parent)))]
    const excluded = raised.length ? `parent:!=[${raised.join(',')}]` : null
    const hits = await listHits(snapshot, {
      filter: joinWithAnd(filter, newest.cut, excluded),
      ...{ grain, columns: BY_DAY, most: count },
      from: at && { values: [at.position[1] as number | null], place, direction: at.direction },
    })
    return hits.map((hit) => ({ ...hit, score: 0, values: [null, ...hit.values] }))
  }

  if (isBehind && back) {
    const hits = await others(most, from)
    const missing = most - hits.length
    return { hits: [...(missing > 0 ? ranked.slice(-missing) : []), ...hits], rankedNewest, rows }
  }
  if (isBehind) return { hits: await others(most, from), rankedNewest, rows }
  const score = from ? Number(from.position[0]) : 0
  const isBeyond = (hit: ScoredHit) => {
    const side = hit.score - score || hit.place - place
    return back ? side > 0 : side < 0
  }
  const beyond = from ? ranked.filter(isBeyond) : ranked
  if (back) return { hits: beyond.slice(-most), rankedNewest, rows }
  const hits = beyond.slice(0, most)
  return { hits: [...hits, ...(await others(most - hits.length))], rankedNewest, rows }
}

interface Newest {
  rows: Row[]
  /** The filter of everything older; null if nothing is. */
  cut: string | null
}

/** The first rows up to a limit, plus the remaining rows of the last parent. */
async function newestRows(snapshot: Snapshot, filter: string, most: number): Promise<Newest> {
  const rows: Row[] = []
  const read = async (first: number, last: number) => {
    const answers = await snapshot.search(
      Array.from({ length: last - first + 1 }, (_, at) => ({
        ...{ q: '*', filter_by: filter, page: first + at, per_page: PER_PAGE, sort_by: NEWEST },
        include_fields: ABOUT_ROWS.join(','),
      }))
    )
    for (const { hits } of answers) for (const { document } of hits) rows.push(document)
    return answers[0]!.found
  }
  const found = await read(1, 1)
  let page = Math.ceil(Math.min(found, most) / PER_PAGE)
  if (page > 1) await read(2, page)
  if (found <= most) return { rows, cut: null }
  const { parent, day } = rows[most - 1]!
  for (;;) {
    const end = rows.findIndex((row, at) => at >= most && row.parent !== parent)
    const isAll = rows.length >= found
    if (end < 0 && isAll) return { rows, cut: null }
    if (end >= 0 || rows.length >= 2 * most + PER_PAGE) {
      const older = joinWithOr(`day:<${day}`, joinWithAnd(`day:=${day}`, `parent:<${parent}`))
      return { rows: end < 0 ? rows : rows.slice(0, end), cut: older }
    }
    page++
    await read(page, page)
  }
}

/** All matching rows of boosted parents that aren't among the newest. */
async function lateRows(
  snapshot: Snapshot,
  filter: string,
  { rows, cut }: Newest,
  raised: Row[]
): Promise<Row[]> {
  const ranked = new Set(rows.map(({ parent }) => parent))
  const parents = [...new Set(raised.map(({ parent }) => parent))].filter(
    (parent) => !ranked.has(parent)
  )
  if (!parents.length) return []
  const found = await fetchRows(
    snapshot,
    joinWithAnd(filter, cut, `parent:=[${parents.join(',')}]`),
    {
      most: 4 * PER_PAGE,
    }
  )
  return found.rows
}

/** Hits, each by its best row. */
async function best(
  rows: Row[],
  grain: EngineSearch['grain'],
  scores: Scores
): Promise<ScoredHit[]> {
  const ofRows = await scores.of(rows)
  const hits = new Map<number, ScoredHit>()
  for (const row of rows) {
    const score = ofRows.get(Number(row.pk))!
    const hit = listed(row, [], grain)
    const before = hits.get(hit.place)
    if (!before || before.score < score) hits.set(hit.place, { ...hit, score, values: [score] })
  }
  return [...hits.values()].sort((one, other) => other.score - one.score || other.place - one.place)
}
