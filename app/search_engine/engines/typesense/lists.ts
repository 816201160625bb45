/** Lists sorted by columns, starting at a position. */
import type { EngineSearch, Grain } from '../../engine.js'
import { PER_PAGE } from './cluster.js'
import { compareValues, type Column, type Value } from './columns.js'
import { ABOUT_ROWS, type Row } from './fetch_rows.js'
import { joinWithAnd, joinWithOr } from './filter.js'
import { MAX_PASSED, refuse } from './refused.js'
import { keyOfRow } from './rows.js'
import type { Snapshot } from './snapshot.js'

export interface Listed {
  row: Row
  /** Unique key of the hit: of the parent, or of the row. */
  place: number
  values: Value[]
}

export interface ListShape {
  /** Filter of the matching rows. */
  filter: string
  grain: Grain
  columns: Column[]
  from?: { values: Value[]; place: number; direction: 'after' | 'before' }
  /** Maximum number of hits. */
  most: number
}

/** The hits next to the position, in list order. */
export async function listHits(snapshot: Snapshot, shape: ListShape): Promise<Listed[]> {
  const { columns, grain, from, most } = shape
  if (most <= 0) return []
  // Groups are listed by their first row; read from the end, they would be listed by their last.
  const isPassed = !isExact(shape)
  const reversed = from?.direction === 'before' && !isPassed
  const key = grain === 'parent' ? 'parent' : 'pk'
  const sort = columns.flatMap((column) => column.sort(reversed))
  const filter = from && beyondText(shape, key)
  if (filter === null) return []
  const search = {
    q: '*',
    filter_by: joinWithAnd(shape.filter, filter ?? null),
    sort_by: [...sort, `${key}:${reversed ? 'asc' : 'desc'}`].join(','),
    include_fields: ABOUT_ROWS.join(','),
    ...(grain === 'parent' ? { group_by: 'parent', group_limit: 1 } : {}),
  }
  const hits: Listed[] = []
  let passed = 0
  for (let page = 1; passed || hits.length < most; page++) {
    const together = Math.min(PER_PAGE, isPassed ? PER_PAGE : most)
    const [answer] = await snapshot.search([{ ...search, page, per_page: together }])
    const rows =
      grain === 'parent' ? answer!.groups.map(({ hits: [first] }) => first!) : answer!.hits
    for (const { document: row } of rows) {
      const hit = listed(row, columns, grain)
      if (isPassed && from!.direction === 'before') {
        if (!isBeyond(columns, hit, from!)) return hits
        hits.push(hit)
        if (hits.length > most) hits.shift()
        passed++
      } else if (from && !isBeyond(columns, hit, from)) passed++
      else if (hits.length < most) hits.push(hit)
    }
    if (rows.length < together) break
    if (passed > MAX_PASSED)
      refuse('deepPages', 'This page is too far from the start of the results. Narrow the search.')
  }
  return reversed ? hits.reverse() : hits
}

export function listed(row: Row, columns: Column[], grain: Grain): Listed {
  const place = Number(grain === 'parent' ? row.parent : row.pk)
  return { row, place, values: columns.map((column) => column.readRowValue(row)) }
}

/**
 * Whether every match of the filter is beyond the position. If parents are sorted by fields of
 * children, later rows of an earlier parent also pass the filter.
 */
const isExact = ({ from, columns, grain }: ListShape) =>
  !from || !(grain === 'parent' && columns.some(({ ofChildren }) => ofChildren))

/** Rows that may be beyond the position; undefined: any, null: none. */
function beyondText(shape: ListShape, key: string): string | null | undefined {
  if (!isExact(shape)) return undefined
  const { columns, from } = shape
  const { values, place, direction } = from!
  const reversed = direction === 'before'
  return columns.reduceRight(
    (later, column, at) => {
      const value = values[at] ?? null
      const behind = column.behind(value, reversed)
      const same = joinWithAnd(column.same(value), later)
      return behind === null ? same : joinWithOr(behind, same)
    },
    `${key}:${reversed ? '>' : '<'}${place}`
  )
}

function isBeyond(columns: Column[], hit: Listed, from: NonNullable<ListShape['from']>): boolean {
  const side = compareValues(columns, from.values, hit.values) || hit.place - from.place
  return from.direction === 'after' ? side < 0 : side > 0
}

const OF_PARENT = 'parent '

/** The last value of a position: the key; in lists of leaves, the key of a parent is marked. */
export const keyInPosition = (key: number, childless: boolean) =>
  childless ? `${OF_PARENT}${key}` : key

export function placeInPosition(
  position: NonNullable<EngineSearch['from']>['position'],
  grain: Grain
): number {
  const last = String(position.at(-1))
  const isParent = last.startsWith(OF_PARENT)
  const key = Number(isParent ? last.slice(OF_PARENT.length) : last)
  return grain === 'parent' ? key : keyOfRow(key, !isParent)
}
