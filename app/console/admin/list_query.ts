/**
 * The query of a request for a staff list, and its rows.
 */
import type { Database } from '@adonisjs/lucid/database'
import type { AdminList, Row } from './admin_list.js'

/**
 * Number of rows that can be found and sorted within tens of milliseconds, and the cost of doing
 * so in planner units.
 */
const FEW = { rows: 20_000, cost: 15_000 }
/** Maximum length of a filter value. */
export const MAX_VALUE_LENGTH = 200

/** Database access for lists. */
export type ListDatabase = Pick<Database, 'rawQuery'>

export interface ListQuery {
  /** A request parameter; empty if missing. */
  text: (name: string) => string
  sortName: string
  descending: boolean
  /** Filter conditions and their values. */
  conditions: string[]
  values: unknown[]
  /** Active filters, with their request values. */
  kept: Record<string, string>
  /** Filter whose default hides rows. */
  hiding?: string
}

/** A position in the list: the rows after or before a row. */
export interface Position {
  /** Whether to read the rows before it. */
  backwards: boolean
  value: string
  key: string
}

/**
 * @param query request parameters; unknown ones are ignored
 * @param more SQL condition in addition to the filters
 */
export function listQuery(
  list: AdminList,
  query: Record<string, unknown>,
  more?: string
): ListQuery {
  const text = (name: string) =>
    typeof query[name] === 'string'
      ? (query[name] as string).replaceAll('\0', '').slice(0, MAX_VALUE_LENGTH)
      : ''
  const read: ListQuery = {
    text,
    ...sortOf(list, text('sort')),
    conditions: more ? [`(${more})`] : [],
    values: [],
    kept: {},
  }
  for (const [name, { where, standard }] of Object.entries(list.filters ?? {})) {
    if (standard && !text(name) && !standard.unless.some(text)) {
      read.hiding = name
      read.conditions.push(`(${standard.condition.sql})`)
      read.values.push(...standard.condition.values)
    }
    const condition = text(name) ? where(text(name)) : undefined
    if (!condition) continue
    read.kept[name] = text(name)
    read.conditions.push(`(${condition.sql})`)
    read.values.push(...condition.values)
  }
  return read
}

/** Parameters for the same filters and order. */
export function keptParameters({ kept, text }: ListQuery): Record<string, string> {
  return { ...kept, ...(text('sort') ? { sort: text('sort') } : {}) }
}

/** @returns rows in reading order: backward pages start with the nearest row */
export async function readRows(
  database: ListDatabase,
  list: AdminList,
  query: ListQuery,
  { position, limit }: { position?: Position; limit: number }
): Promise<Row[]> {
  const conditions = [...query.conditions]
  const values = [...query.values]
  const sort = list.sorts[query.sortName]!
  const downwards = query.descending !== (position?.backwards ?? false)
  if (position) {
    conditions.push(
      `(${sort.sql}, ${list.key}) ${downwards ? '<' : '>'} (?::${sort.type}, ?::${list.keyType ?? 'bigint'})`
    )
    values.push(position.value, position.key)
  }
  const direction = downwards ? 'DESC' : 'ASC'
  const source = sourceOf(list, conditions)
  const few = query.conditions.length > 0 && (await expectsFew(database, source, values))
  const { rows } = await database.rawQuery<{ rows: Row[] }>(
    `WITH found AS ${few ? '' : 'NOT'} MATERIALIZED (
       SELECT ${list.key} AS list_order, ${sort.sql} AS list_sort ${source}
     ), page AS (
       SELECT * FROM found ORDER BY list_sort ${direction}, list_order ${direction} LIMIT ${limit}
     )
     SELECT list_order::text AS list_key, list_sort::text AS list_position, shown.*
     FROM page, LATERAL (SELECT ${list.select} FROM ${list.from} WHERE ${list.key} = list_order) AS shown
     ORDER BY list_sort ${direction}, list_order ${direction}`,
    values as never[]
  )
  return rows
}

/** Counts the rows of a list up to a limit. */
export async function countRows(
  database: ListDatabase,
  list: AdminList,
  { conditions, values }: ListQuery,
  limit: number
): Promise<number> {
  const { rows } = await database.rawQuery<{ rows: { count: number }[] }>(
    `SELECT count(*)::int AS count FROM (SELECT 1 ${sourceOf(list, conditions)} LIMIT ${limit}) AS counted`,
    values as never[]
  )
  return rows[0]!.count
}

/** The position of a row. */
export function getRowPosition(row: Row, backwards: boolean): Position {
  return { backwards, value: String(row.list_position), key: String(row.list_key) }
}

function sourceOf(list: AdminList, conditions: readonly string[]): string {
  return `FROM ${list.from} ${conditions.length ? `WHERE ${conditions.join(' AND ')}` : ''}`
}

/**
 * Whether the planner expects few rows at low cost. These are all found first and then sorted:
 * walking the order until a page is full takes as long as a full table scan if the matching
 * rows are at its end.
 */
async function expectsFew(
  database: ListDatabase,
  source: string,
  values: unknown[]
): Promise<boolean> {
  const { rows } = await database.rawQuery<{ rows: Row[] }>(
    `EXPLAIN (FORMAT JSON) SELECT 1 ${source}`,
    values as never[]
  )
  const [{ Plan: plan }] = rows[0]!['QUERY PLAN'] as [
    { Plan: { 'Total Cost': number; 'Plan Rows': number } },
  ]
  return plan['Total Cost'] <= FEW.cost && plan['Plan Rows'] <= FEW.rows
}

function sortOf(list: AdminList, wanted: string): { sortName: string; descending: boolean } {
  const name = wanted.replace(/^-/, '')
  if (Object.hasOwn(list.sorts, name)) return { sortName: name, descending: wanted.startsWith('-') }
  return { sortName: Object.keys(list.sorts)[0]!, descending: list.descending ?? false }
}
