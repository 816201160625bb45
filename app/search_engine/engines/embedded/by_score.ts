/**
 * Lists by score: ranked hits, best first, then unranked hits, newest first. A position among
 * the latter has a day instead of a score: `[null, day, key]`.
 */
import { listByDate } from './by_date.js'
import type { IndexReader } from './index_reader.js'
import { bestRows, type MatchedRow, type ScoredHit, type ScoreOrder } from './best_rows.js'
import { MAX_PARENTS, buildPlaceSql, rowId } from './row_id.js'
import { scoredStatement } from './scored_rows.js'
import { type SqlValue, HELD_ROW, ROW, type SqlCondition } from './condition.js'
import { BEST_FIRST, type Listed } from './top_list.js'
import type { BoostedRows } from './boosted_rows.js'
import type { Rows } from './parse_rows.js'

export interface ScoredList {
  hits: ScoredHit[]
  /** All hits if every match was read; otherwise null. */
  seen: number | null
  rankedNewest: number | null
  /** All matching rows, if they are few. */
  matches: MatchedRow[] | null
}

export function listByScore(reader: IndexReader, order: ScoreOrder): ScoredList {
  const { from, most } = order
  const set = rankedSet(reader, order)
  const isBehind = from?.at.values[0] === null
  const back = from?.direction === 'before'
  if (isBehind && back) {
    const hits = behind(reader, order, set, from, most)
    const missing = most - hits.length
    const ranked = best(reader, { ...order, most: missing, from: undefined }, set, 'last')
    return { ...ranked, hits: [...ranked.hits, ...hits] }
  }
  const ranked = best(
    reader,
    { ...order, most: isBehind ? 0 : most, from: isBehind ? undefined : from },
    set,
    back ? 'last' : 'first'
  )
  if (back) return ranked
  const missing = most - ranked.hits.length
  const start = isBehind ? from : undefined
  return { ...ranked, hits: [...ranked.hits, ...behind(reader, order, set, start, missing)] }
}

/** Unranked hits. */
function behind(
  reader: IndexReader,
  { condition, grain }: ScoreOrder,
  set: RankedSet,
  from: ScoreOrder['from'],
  most: number
): ScoredHit[] {
  if (!set.behind || most <= 0) return []
  const hits = listByDate(reader, {
    condition: { ...condition, sql: [...condition.sql, ...set.behind] },
    grain,
    descending: true,
    most,
    from,
  })
  return hits.map((hit) => ({ ...hit, values: [null, ...hit.values], score: 0 }))
}

type Row = [kind: number, place: number, ordinal: number, score: number]
const TOTALS = 0
const HIT = 1

/** The first or last ranked hits. */
function best(
  reader: IndexReader,
  order: ScoreOrder,
  set: RankedSet,
  end: 'first' | 'last'
): ScoredList {
  const list: ScoredList = {
    hits: [],
    seen: null,
    rankedNewest: set.behind && reader.mostRanked,
    matches: null,
  }
  if (order.most <= 0) return list
  const page = end === 'first' && bestRows(reader, order, set.ranked)
  if (page) return { ...list, ...page, matches: set.behind ? null : page.matches }
  const { sql, values } = pageStatement(reader, order, set, end)
  const hits = new Map<number, ScoredHit>()
  for (const [kind, place, ordinal, score] of reader.rows<Row>({ sql, values })) {
    if (kind === TOTALS) {
      if (!set.behind) list.seen = place
    } else if (kind === HIT) {
      const hit: ScoredHit = { place, ordinal, score, values: [score], children: [] }
      hits.set(place, hit)
      list.hits.push(hit)
    } else {
      addChild(hits.get(place)!.children!, ordinal, score, order.children + 1)
    }
  }
  list.hits.sort(BEST_FIRST)
  return list
}

/** One statement returns the totals, the hits of the page, and their children. */
function pageStatement(
  reader: IndexReader,
  order: ScoreOrder,
  set: RankedSet,
  end: 'first' | 'last'
): { sql: string; values: SqlValue[] } {
  const { grain, from, most, children } = order
  const rows = scoredStatement(reader, {
    ...order,
    more: set.ranked,
  })
  const back = end === 'last'
  const position = ['score', `place & ${MAX_PARENTS - 1}`, 'ordinal']
  const beyond = from ? `WHERE (${position.join(', ')}) ${back ? '>' : '<'} (?, ?, ?)` : ''
  const direction = back ? 'ASC' : 'DESC'
  const parts = [
    `SELECT ${TOTALS}, count(*), 0, 0 FROM hits`,
    `SELECT ${HIT}, place, ordinal, score FROM page`,
  ]
  if (grain === 'parent' && children)
    parts.push(
      `SELECT 2, place, ordinal, score FROM ranked WHERE ordinal > 0 AND place IN (SELECT place FROM page)`
    )
  return {
    sql: `WITH ranked (place, ordinal, score) AS MATERIALIZED (${rows.sql}),
      hits (place, ordinal, score) AS MATERIALIZED (${
        grain === 'parent'
          ? 'SELECT place, 0, max(score) FROM ranked GROUP BY place'
          : 'SELECT place, ordinal, score FROM ranked'
      }),
      page AS MATERIALIZED (SELECT place, ordinal, score FROM hits ${beyond}
        ORDER BY ${position.map((column) => `${column} ${direction}`).join(', ')} LIMIT ${most})
      ${parts.join(' UNION ALL ')}`,
    values: [...rows.values, ...(from ? positionOf(from.at) : [])],
  }
}

function positionOf({ values, place, ordinal }: Listed): SqlValue[] {
  return [values[0] as number, place % MAX_PARENTS, ordinal]
}

export function addChild(
  children: { ordinal: number; score: number }[],
  ordinal: number,
  score: number,
  most: number
): void {
  let at = children.length
  while (
    at > 0 &&
    (children[at - 1]!.score < score ||
      (children[at - 1]!.score === score && children[at - 1]!.ordinal < ordinal))
  )
    at--
  if (at >= most) return
  children.splice(at, 0, { ordinal, score })
  if (children.length > most) children.pop()
}

/** Maximum number of ranked rows; the remaining rows of the last parent are added. */
export const MAX_RANKED = 50_000

interface RankedSet {
  /** Keeps only ranked rows. */
  ranked: SqlCondition[]
  /** Condition for unranked rows; null if all rows are ranked. */
  behind: SqlCondition[] | null
}

function rankedSet(
  reader: IndexReader,
  query: { boosted: BoostedRows; mayBeMany: boolean; rows: () => Rows }
): RankedSet {
  const last = query.mayBeMany ? lastPlace(query.rows(), reader.mostRanked) : null
  if (last === null) return { ranked: [], behind: null }
  const first = rowId(last, 0)
  const from = (row: bigint) => ({ sql: `${ROW} >= ?`, values: [row], reads: false })
  const older = { sql: `${ROW} < ?`, values: [first], reads: false }
  const places = query.boosted.placesBehind(last)
  if (!places.length) return { ranked: [from(first)], behind: [older] }
  const isOne = `(${buildPlaceSql(HELD_ROW)}) IN (${places.map(() => '?').join(', ')})`
  const oldest = places.reduce((one, other) => Math.min(one, other))
  return {
    ranked: [
      from(rowId(oldest, 0)),
      { sql: `(${HELD_ROW} >= ? OR ${isOne})`, values: [first, ...places], reads: false },
    ],
    behind: [older, { sql: `NOT ${isOne}`, values: places, reads: false }],
  }
}

/** The parent of the last ranked row; null if all are ranked. */
function lastPlace({ places }: Rows, mostRanked: number): number | null {
  return places.length > mostRanked ? places[mostRanked - 1]! : null
}
