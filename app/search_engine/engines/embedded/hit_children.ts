/** The matching children of hits that weren't found by score. */
import type { EngineSearch } from '../../engine.js'
import type { BoostedRows } from './boosted_rows.js'
import type { MatchedRow } from './best_rows.js'
import { addChild } from './by_score.js'
import { buildOrderColumns, comparisonIn } from './by_values.js'
import { ROW, type Condition, type SqlCondition } from './condition.js'
import type { IndexReader } from './index_reader.js'
import { buildPlaceSql, rowsOfPlace } from './row_id.js'
import { scoredStatement } from './scored_rows.js'
import type { ScoringPlan } from './scoring_plan.js'
import { rowsStatement } from './statements.js'
import { TopList, type Listed } from './top_list.js'

export type HitChildren = { ordinal: number; score: number }[]

export interface ChildrenQuery {
  search: EngineSearch
  condition: Condition
  plan: () => ScoringPlan
  boosted: () => BoostedRows
  hits: { place: number; score?: number }[]
}

/** The same for all matching rows. @param most maximum per hit, one more than requested */
export function childrenAmong(matches: MatchedRow[], most: number): Map<number, HitChildren> {
  const found = new Map<number, HitChildren>()
  for (const { place, ordinal, score } of matches) {
    if (ordinal === 0) continue
    if (!found.has(place)) found.set(place, [])
    addChild(found.get(place)!, ordinal, score, most)
  }
  return found
}

/** By position: one more child than requested, if there are more. */
export function childrenOfHits(
  reader: IndexReader,
  query: ChildrenQuery
): Map<number, HitChildren> {
  if (!query.hits.length) return new Map()
  const { order } = query.search
  const ofChildren =
    order.by === 'fields' &&
    order.fields.some(({ name }) => reader.layout.fields.get(name)?.level === 'child')
  return ofChildren ? inTheirOrder(reader, query) : bestFirst(reader, query)
}

function inTheirOrder(reader: IndexReader, query: ChildrenQuery): Map<number, HitChildren> {
  const { order, children: most } = query.search
  if (order.by !== 'fields') throw new Error('Children can only be ordered by fields.')
  const lists = new Map<number, TopList<Listed>>()
  const columns = buildOrderColumns(reader, order)
  const statement = rowsStatement({ ...within(query), columns })
  for (const [place, ordinal, ...values] of reader.rows<[number, number, ...Listed['values']]>(
    statement
  )) {
    let list = lists.get(place)
    if (!list) lists.set(place, (list = new TopList(most + 1, comparisonIn(order))))
    list.offer({ place, ordinal, values })
  }
  return new Map(
    [...lists].map(([place, { items }]) => [
      place,
      items.map(({ ordinal }) => ({ ordinal, score: 0 })),
    ])
  )
}

/**
 * Scores are only computed if they determine the order of the children: counting term
 * frequencies takes time.
 */
function bestFirst(reader: IndexReader, query: ChildrenQuery): Map<number, HitChildren> {
  const found = new Map<number, { children: HitChildren }>()
  const most = query.search.children + 1
  const add = (place: number, ordinal: number, score: number) => {
    let hit = found.get(place)
    if (!hit) found.set(place, (hit = { children: [] }))
    addChild(hit.children, ordinal, score, most)
  }
  const listed = () => new Map([...found].map(([place, { children }]) => [place, children]))
  const scores = new Map(query.hits.map(({ place, score = 0 }) => [place, score]))
  for (const [place, ordinal] of reader.rows<[number, number]>(rowsStatement(within(query))))
    add(place, ordinal, scores.get(place)!)
  const byScore = query.search.order.by === 'score'
  // The parent's score may come from its own row.
  const isTheirs = !byScore || reader.layout.definition.ownRow === 'without children'
  if (isTheirs && ![...found.values()].some((hit) => hit.children.length > 1)) return listed()
  found.clear()
  const scored = scoredStatement(reader, {
    ...within(query),
    plan: query.plan(),
    scoring: query.search.scoring,
    boosted: query.boosted(),
  })
  for (const row of reader.rows<[number, number, number]>(scored)) add(...row)
  if (byScore) return listed()
  // The scores aren't shown, because whether they are computed depends on the page.
  return new Map(
    [...found].map(([place, { children }]) => [
      place,
      children.map(({ ordinal }) => ({ ordinal, score: 0 })),
    ])
  )
}

function within({ condition, hits }: ChildrenQuery) {
  const ordered = hits.map(({ place }) => place).sort((one, other) => one - other)
  const more: SqlCondition = {
    sql: `${ROW} BETWEEN ? AND ? AND (${buildPlaceSql(ROW)}) IN (${ordered.map(() => '?').join(', ')})`,
    values: [rowsOfPlace(ordered[0]!)[0], rowsOfPlace(ordered.at(-1)!)[1], ...ordered],
    reads: false,
  }
  return { condition, grain: 'child' as const, more: [more], order: 'newest' as const }
}
