/** Lists sorted by fields, or random lists: reads every match and keeps the first few. */
import type { EngineSearch, Order } from '../../engine.js'
import type { Condition } from './condition.js'
import type { IndexReader } from './index_reader.js'
import { sequenceOfPlace } from './row_id.js'
import { rowsStatement } from './statements.js'
import { createValueComparison, TopList, type Comparison, type Listed } from './top_list.js'

export type ValueOrder = Exclude<Order, { by: 'score' }>

export interface ValuesQuery {
  condition: Condition
  grain: EngineSearch['grain']
  order: ValueOrder
  most: number
  from?: { at: Listed; direction: 'after' | 'before' }
}

export interface ValueList {
  hits: Listed[]
  seen: number
}

export function comparisonIn(order: ValueOrder): Comparison {
  return createValueComparison(
    order.by === 'random' ? [order.descending] : order.fields.map(({ descending }) => descending)
  )
}

/** SQL of an order's sort values. */
export function buildOrderColumns(reader: IndexReader, order: ValueOrder): string[] {
  if (order.by === 'random') return []
  return order.fields.map(({ name }) => {
    const column = reader.layout.fields.get(name)?.value
    if (!column) throw new Error(`The index "${reader.layout.name}" cannot be sorted by "${name}".`)
    return `r.${column}`
  })
}

export function listByValues(reader: IndexReader, query: ValuesQuery): ValueList {
  const { condition, grain, order, from } = query
  const forward = comparisonIn(order)
  const back = from?.direction === 'before'
  const comparison: Comparison = back ? (one, other) => forward(other, one) : forward
  const top = new TopList<Listed>(query.most, comparison)
  const ofParents = grain === 'parent'
  const columns = buildOrderColumns(reader, order)
  const statement = rowsStatement({ condition, grain, columns, order: 'newest' })
  let seen = 0
  let unit: Listed | null = null
  const offer = () => {
    if (!unit) return
    seen++
    if (!from || comparison(from.at, unit) < 0) top.offer(unit)
  }
  for (const [place, ordinal, ...values] of reader.rows<[number, number, ...Listed['values']]>(
    statement
  )) {
    const row: Listed = { place, ordinal: ofParents ? 0 : ordinal, values }
    if (order.by === 'random') row.values = [shuffled(order.seed, row)]
    if (unit && ofParents && unit.place === place) {
      // A parent uses its row that sorts first, in both paging directions.
      if (forward(row, unit) < 0) unit = row
    } else {
      offer()
      unit = row
    }
  }
  offer()
  return { hits: back ? top.items.reverse() : top.items, seen }
}

/** A number from 0 to 2^32 that depends only on the seed and the record. */
function shuffled(seed: number, { place, ordinal }: Listed): number {
  const sequence = sequenceOfPlace(place)
  return mixed(mixed(mixed(seed >>> 0) ^ sequence) ^ ordinal)
}

/** Mixes the bits of a number (the finalizer of MurmurHash3). */
function mixed(number: number): number {
  let bits = number >>> 0
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b)
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35)
  return (bits ^ (bits >>> 16)) >>> 0
}
