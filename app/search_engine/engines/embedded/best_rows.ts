/**
 * A page by score without reading the factor of every row: rows are sorted by the rest of their
 * score, and weighed one after the other until no remaining row could enter the page even with
 * the highest factor. The page is the same as if all rows had been weighed. Conditions on values
 * are deferred in the same way. If few rows match, all of them are read, and the rest of the
 * search reuses them.
 */
import { HELD_ROW, ROW, type SqlCondition, type Condition } from './condition.js'
import type { IndexReader } from './index_reader.js'
import type { Rows } from './parse_rows.js'
import { buildOrdinalSql, buildPlaceSql } from './row_id.js'
import { unweighedStatement } from './scored_rows.js'
import { BEST_FIRST, TopList, type Listed } from './top_list.js'
import type { EngineSearch } from '../../engine.js'
import type { BoostedRows } from './boosted_rows.js'
import type { ScoringPlan } from './scoring_plan.js'

/** Maximum number of rows to weigh: sorting more takes as long as scoring all of them again. */
const MOST_WEIGHED = 10_000
/** Maximum number of matching rows that count as few. */
const FEW_MATCHES = 1_000

type Row = [place: number, ordinal: number, unweighed: number, factor: number, passes: number]

/** A matching row with its final score. */
export interface MatchedRow {
  place: number
  ordinal: number
  score: number
}

interface BestRows {
  /** Without their children. */
  hits: ScoredHit[]
  /** All matching rows, if they are few and the first page is requested. */
  matches: MatchedRow[] | null
}

/** The best hits, or the best after a position; null if the fast path can't determine them. */
export function bestRows(
  reader: IndexReader,
  order: ScoreOrder,
  ranked: SqlCondition[]
): BestRows | null {
  const { plan, grain, most, from } = order
  if (!plan.complete) return null
  const condition = plan.scored ?? order.condition
  const [late, early] = partition(condition.sql, ({ reads }) => reads)
  const rows = unweighedStatement(reader, {
    ...order,
    condition: { ...condition, sql: early },
    more: ranked,
    columns: [`${ROW} AS row`],
  })
  // Without words, only age counts, and rows are already sorted by age.
  const first = plan.scored ? 'unweighed' : 'row'
  // Newest first: scores fall with age, so few rows displace others from the best.
  const newest = `SELECT row, unweighed FROM (${rows.sql} ORDER BY row DESC LIMIT -1)`
  const statement = {
    sql: `SELECT ${buildPlaceSql('row')}, ${buildOrdinalSql('row')}, unweighed, r.factor, ${late.map(({ sql }) => sql).join(' AND ') || '1'}
      FROM (${newest} ORDER BY ${first} DESC LIMIT ${MOST_WEIGHED}) CROSS JOIN rows r USING (row)`
      .replaceAll(HELD_ROW, 'r.row')
      .replaceAll(ROW, 'r.row'),
    values: [...late.flatMap(({ values }) => values), ...rows.values],
  }
  const top = new TopList<ScoredHit>(most, BEST_FIRST)
  const places = new Set<number>()
  const matches: MatchedRow[] = []
  const mostFactor = reader.mostFactor()
  let weighed = 0
  let isFound = false
  for (const [place, ordinal, unweighed, factor, passes] of reader.rows<Row>(statement)) {
    isFound ||= top.isFull && unweighed * mostFactor < top.last!.score
    if (isFound && (from || weighed >= FEW_MATCHES)) return { hits: top.items, matches: null }
    weighed++
    if (!passes) continue
    const score = unweighed * factor
    matches.push({ place, ordinal, score })
    // Rows of a parent share its day and factor, so the first of them scores highest.
    if (isFound || (grain === 'parent' && places.has(place))) continue
    places.add(place)
    const hit = { place, ordinal: grain === 'parent' ? 0 : ordinal, score, values: [score] }
    if (!from || BEST_FIRST(hit, from.at) > 0) top.offer(hit)
  }
  if (weighed >= MOST_WEIGHED) return null
  return { hits: top.items, matches: from ? null : matches }
}

function partition<Item>(items: Item[], test: (item: Item) => boolean): [Item[], Item[]] {
  return [items.filter(test), items.filter((item) => !test(item))]
}

export interface ScoredHit extends Listed {
  score: number
  /** Best first: ordinals of the matching children, at most one more than requested; undefined when children were not searched. */
  children?: { ordinal: number; score: number }[]
}

export interface ScoreOrder {
  condition: Condition
  plan: ScoringPlan
  scoring: EngineSearch['scoring']
  boosted: BoostedRows
  grain: EngineSearch['grain']
  /** Number of hits kept. */
  most: number
  children: number
  from?: { at: Listed; direction: 'after' | 'before' }
  /** Whether there may be more matches than are ranked. */
  mayBeMany: boolean
  /** The newest matching rows, read on demand. */
  rows: () => Rows
}
