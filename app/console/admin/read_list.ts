/**
 * Runs a list of the staff console.
 */
import { cursorText, readCursorText } from '#app/support/cursor_text'
import type { Database } from '@adonisjs/lucid/database'
import type { AdminList, Cell, Row } from './admin_list.js'

const PAGE_SIZE = 50
/** Rows that are found and sorted within some tens of milliseconds, and what finding them costs in the planner's units. */
const FEW = { rows: 20_000, cost: 15_000 }
/** Longest value of a filter. */
const MAX_VALUE_LENGTH = 200

/** What rows are read with. */
export type ListDatabase = Pick<Database, 'rawQuery'>

export interface ShownList {
  headings: { label: string; number: boolean; path?: string; sorted?: 'ascending' | 'descending' }[]
  rows: {
    key: string
    cells: { text: string; path?: string; number: boolean }[]
    /** Address of its button. */
    action?: string
  }[]
  filters: {
    name: string
    label: string
    value: string
    options?: { value: string; label: string; chosen: boolean }[]
  }[]
  filtered: boolean
  next?: string
  previous?: string
}

interface Position {
  /** Rows in front of it are wanted. */
  backwards: boolean
  value: string
  key: string
}

/**
 * @param query parameters of the request; what the list does not know is left alone
 */
export async function readList(
  database: ListDatabase,
  list: AdminList,
  query: Record<string, unknown>
): Promise<ShownList> {
  const text = (name: string) =>
    typeof query[name] === 'string'
      ? (query[name] as string).replaceAll('\0', '').slice(0, MAX_VALUE_LENGTH)
      : ''
  const { name: sortName, descending } = sortOf(list, text('sort'))
  const sort = list.sorts[sortName]!
  const position = readPosition(text('at'))
  const values: unknown[] = []
  const conditions: string[] = []
  const kept: Record<string, string> = {}
  for (const [name, { where }] of Object.entries(list.filters ?? {})) {
    const condition = text(name) ? where(text(name)) : undefined
    if (!condition) continue
    kept[name] = text(name)
    conditions.push(`(${condition.sql})`)
    values.push(...condition.values)
  }
  const filtered = conditions.length > 0
  const downwards = descending !== (position?.backwards ?? false)
  if (position) {
    conditions.push(
      `(${sort.sql}, ${list.key}) ${downwards ? '<' : '>'} (?::${sort.type}, ?::${list.keyType ?? 'bigint'})`
    )
    values.push(position.value, position.key)
  }
  const direction = downwards ? 'DESC' : 'ASC'
  const source = `FROM ${list.from} ${conditions.length ? `WHERE ${conditions.join(' AND ')}` : ''}`
  const few = filtered && (await expectsFew(database, source, values))
  const { rows } = await database.rawQuery<{ rows: Row[] }>(
    `WITH found AS ${few ? '' : 'NOT'} MATERIALIZED (
       SELECT ${list.key} AS list_order, ${sort.sql} AS list_sort ${source}
     ), page AS (
       SELECT * FROM found ORDER BY list_sort ${direction}, list_order ${direction} LIMIT ${PAGE_SIZE + 1}
     )
     SELECT list_order::text AS list_key, list_sort::text AS list_position, shown.*
     FROM page, LATERAL (SELECT ${list.select} FROM ${list.from} WHERE ${list.key} = list_order) AS shown
     ORDER BY list_sort ${direction}, list_order ${direction}`,
    values as never[]
  )
  const more = rows.length > PAGE_SIZE
  const page = rows.slice(0, PAGE_SIZE)
  if (position?.backwards) page.reverse()

  const address = (changes: Record<string, string>) => {
    const given = { ...kept, ...(text('sort') ? { sort: text('sort') } : {}), ...changes }
    const search = new URLSearchParams(given).toString()
    return list.path + (search ? `?${search}` : '')
  }
  const at = (row: Row, backwards: boolean) =>
    address({
      at: writePosition({ backwards, value: String(row.list_position), key: String(row.list_key) }),
    })
  return {
    headings: list.columns.map(({ label, sort: name, number = false }) => ({
      label,
      number,
      ...(name ? heading(name, { sortName, descending, address }) : {}),
    })),
    rows: page.map((row) => ({
      key: String(row.list_key),
      cells: list.columns.map(({ cell, number = false }) => ({ ...shown(cell(row)), number })),
      action: list.action?.path(row),
    })),
    filters: Object.entries(list.filters ?? {}).map(([name, { label, options }]) => ({
      name,
      label,
      value: text(name),
      options: options?.map(([value, word]) => ({
        value,
        label: word,
        chosen: value === text(name),
      })),
    })),
    filtered,
    ...((position?.backwards ? true : more) && page.length
      ? { next: at(page.at(-1)!, false) }
      : {}),
    ...((position?.backwards ? more : position) && page.length
      ? { previous: at(page[0]!, true) }
      : {}),
  }
}

/**
 * Whether the planner expects few rows, found at little cost. All of them are
 * then found first and sorted: walking along the order until a page is full
 * takes as long as the whole table when the matching rows are at its other end.
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

function sortOf(list: AdminList, wanted: string): { name: string; descending: boolean } {
  const name = wanted.replace(/^-/, '')
  if (Object.hasOwn(list.sorts, name)) return { name, descending: wanted.startsWith('-') }
  return { name: Object.keys(list.sorts)[0]!, descending: list.descending ?? false }
}

function heading(
  name: string,
  current: {
    sortName: string
    descending: boolean
    address: (changes: Record<string, string>) => string
  }
) {
  const sorted = name === current.sortName
  return {
    path: current.address({ sort: sorted && !current.descending ? `-${name}` : name }),
    ...(sorted
      ? { sorted: current.descending ? ('descending' as const) : ('ascending' as const) }
      : {}),
  }
}

function shown(cell: Cell): { text: string; path?: string } {
  return typeof cell === 'string' ? { text: cell } : cell
}

function writePosition({ backwards, value, key }: Position): string {
  return cursorText([backwards, value, key])
}

/** A forged position leads to the first page. */
function readPosition(text: string): Position | undefined {
  const position = readCursorText(text)
  const [backwards, value, key] = Array.isArray(position) ? position : []
  return typeof value === 'string' &&
    /^(\d{1,18}|[\da-f-]{36})$/.test(String(key)) &&
    !value.includes('\0')
    ? { backwards: backwards === true, value, key: String(key) }
    : undefined
}

/** Whether an error comes from a position that is none of the sort's type. */
export function isBadPosition(error: unknown): boolean {
  return ['22007', '22008', '22P02', '22003'].includes((error as { code?: string }).code ?? '')
}
