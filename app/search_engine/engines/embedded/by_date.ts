/**
 * Lists by the parents' date: row IDs are in this order, so the stream ends with the page.
 * Within a day, the later key comes first in both directions, and rows without a date come
 * last.
 */
import type { Grain } from '../../engine.js'
import type { Condition, SqlCondition } from './condition.js'
import type { IndexReader } from './index_reader.js'
import { dayOfPlace, rowId, rowsOfDays, LAST_DAY, MAX_CHILDREN } from './row_id.js'
import { rowsStatement } from './statements.js'
import { ROW } from './condition.js'
import type { Listed } from './top_list.js'

export interface DateOrder {
  condition: Condition
  grain: Grain
  descending: boolean
  most: number
  from?: { at: Listed; direction: 'after' | 'before' }
}

export function listByDate(reader: IndexReader, order: DateOrder): Listed[] {
  const back = order.from?.direction === 'before'
  const found = (order.descending ? descending : ascending)(reader, order, back)
  return back ? found.reverse() : found
}

/** Newest first, unknown dates last: the order of the rows. */
function descending(reader: IndexReader, order: DateOrder, back: boolean): Listed[] {
  return take(units(reader, order, back ? 'oldest' : 'newest', beyond(order, back)), order.most)
}

/** Oldest day first, the later key first within a day, then rows without a date. */
function ascending(reader: IndexReader, order: DateOrder, back: boolean): Listed[] {
  const day = order.from ? dayOfPlace(order.from.at.place) : back ? 0 : 1
  const found: Listed[] = []
  const undated = () => {
    if (found.length >= order.most) return
    const within = [between(rowsOfDays(0, 0)), ...(day === 0 ? beyond(order, back) : [])]
    found.push(
      ...take(units(reader, order, back ? 'oldest' : 'newest', within), order.most - found.length)
    )
  }
  const dated = (first: number, last: number) => {
    if (found.length >= order.most) return
    const stream = units(reader, order, back ? 'newest' : 'oldest', [
      between(rowsOfDays(first, last)),
    ])
    found.push(...byDays(stream, order, day, back, order.most - found.length))
  }
  if (back) {
    if (day === 0) undated()
    dated(1, day || LAST_DAY)
  } else {
    if (day) dated(day, LAST_DAY)
    undated()
  }
  return found
}

/** Reverses each day of a stream. In the day of the position, only rows beyond it count. */
function byDays(
  stream: Iterable<Listed>,
  { from, most }: DateOrder,
  day: number,
  back: boolean,
  wanted: number
): Listed[] {
  const found: Listed[] = []
  let current = -1
  let held: Listed[] = []
  const flush = () => found.push(...held.reverse().slice(0, wanted - found.length))
  for (const unit of stream) {
    const its = dayOfPlace(unit.place)
    if (its !== current) {
      flush()
      if (found.length >= wanted) return found
      held = []
      current = its
    }
    if (from && its === day && !isBeyond(unit, from.at, back)) continue
    held.push(unit)
    if (held.length > most) held.shift()
  }
  flush()
  return found
}

/** Whether a row of the same day comes after a position (going back: before it). */
function isBeyond(unit: Listed, at: Listed, back: boolean): boolean {
  const difference = unit.place - at.place || unit.ordinal - at.ordinal
  return back ? difference > 0 : difference < 0
}

/** The distinct hits of the grain. */
function* units(
  reader: IndexReader,
  { condition, grain }: DateOrder,
  direction: 'newest' | 'oldest',
  more: SqlCondition[]
): Generator<Listed> {
  const ofParents = grain === 'parent'
  const statement = rowsStatement({ condition, grain, more, order: direction })
  let last = -1
  for (const [place, ordinal] of reader.rows<[number, number]>(statement)) {
    if (ofParents && place === last) continue
    last = place
    yield { place, ordinal: ofParents ? 0 : ordinal, values: [dayOfPlace(place) || null] }
  }
}

/** Rows beyond the position that belong to other units. */
function beyond({ from, grain }: DateOrder, later: boolean): SqlCondition[] {
  if (!from) return []
  const { place, ordinal } = from.at
  const row = rowId(place, grain !== 'parent' ? ordinal : later ? MAX_CHILDREN : 0)
  return [{ sql: `${ROW} ${later ? '>' : '<'} ?`, values: [row], reads: false }]
}

function between(rows: [bigint, bigint]): SqlCondition {
  return { sql: `${ROW} BETWEEN ? AND ?`, values: rows, reads: false }
}

function take(stream: Iterable<Listed>, most: number): Listed[] {
  const found: Listed[] = []
  if (most <= 0) return found
  for (const unit of stream) if (found.push(unit) >= most) break
  return found
}
