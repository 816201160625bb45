/**
 * A page of a list of the staff console.
 */
import type { Database } from '@adonisjs/lucid/database'
import { cursorText, readCursorText } from '#api/pagination/cursor'
import { cellText, type AdminList, type Cell, type ListAction, type Row } from './admin_list.js'
import {
  keptParameters,
  listQuery,
  getRowPosition,
  readRows,
  type ListDatabase,
  type ListQuery,
  type Position,
} from './list_query.js'

const PAGE_SIZE = 50
/** Maximum number of characters of a cell on one line. */
const SHORT = 20

export interface ShownList {
  headings: { label: string; number: boolean; path?: string; sorted?: 'ascending' | 'descending' }[]
  rows: {
    key: string
    /** Cells with their CSS class. */
    cells: { cell: Cell; layout: 'number' | 'nowrap' | 'wrap' | '' }[]
    /** Its buttons. */
    actions: { label: string; path: string }[]
  }[]
  /** Heading of the column with the buttons, if the account can use any. */
  actionHeading?: string
  filters: {
    name: string
    label: string
    value: string
    options?: { value: string; label: string; chosen: boolean }[]
    /** Label of the option without a value. */
    any: string
  }[]
  /** Sentence about rows that are hidden by default, with the link that shows them. */
  hidden?: { sentence: string; link: string; path: string }
  filtered: boolean
  next?: string
  previous?: string
  /** Path of the rows as a file. */
  csv: string
}

interface ListView {
  /** Result of the list's `load`. */
  given?: unknown
  /** Actions that the account can use. */
  actions?: ListAction[]
  /** Rows of a page. */
  size?: number
  /** SQL condition in addition to the filters. */
  where?: string
}

/** @param parameters of the request */
export async function readList(
  database: ListDatabase,
  list: AdminList,
  parameters: Record<string, unknown>,
  { given, actions = [], size = PAGE_SIZE, where }: ListView = {}
): Promise<ShownList> {
  const query = listQuery(list, parameters, where)
  const position = readPosition(query.text('at'), list)
  const rows = await readRows(database, list, query, { position, limit: size + 1 })
  const more = rows.length > size
  const page = rows.slice(0, size)
  if (position?.backwards) page.reverse()
  const address = (changes: Record<string, string>) => {
    const search = new URLSearchParams({ ...keptParameters(query), ...changes }).toString()
    return list.path + (search ? `?${search}` : '')
  }
  const at = (row: Row, backwards: boolean) => {
    const { value, key } = getRowPosition(row, backwards)
    return address({ at: cursorText([backwards, value, key]) })
  }
  const hasNext = (position?.backwards ? true : more) && page.length > 0
  const hasPrevious = (position?.backwards ? more : position) && page.length > 0
  return {
    headings: list.columns.map(({ label, sort: name, number = false }) => ({
      label,
      number,
      ...(name ? heading(name, query, address) : {}),
    })),
    rows: page.map((row) => ({
      key: String(row.list_key),
      cells: list.columns.map((column) => {
        const cell = column.cell(row, given)
        return { cell, layout: column.number ? 'number' : layoutOf(cell) }
      }),
      actions: actions.flatMap(({ label, path }) => {
        const to = path(row)
        return to ? [{ label, path: to }] : []
      }),
    })),
    ...(actions.length && { actionHeading: actions.length > 1 ? 'Actions' : actions[0]!.label }),
    filters: filtersOf(list, query, given),
    filtered: Object.keys(query.kept).length > 0,
    ...(query.hiding && { hidden: hiddenRows(list, query.hiding, address) }),
    ...(hasNext ? { next: at(page.at(-1)!, false) } : {}),
    ...(hasPrevious ? { previous: at(page[0]!, true) } : {}),
    csv: address({ format: 'csv' }),
  }
}

/**
 * A page of a list, read with a time limit in milliseconds.
 *
 * @throws the database's error 57014 after the time limit
 */
export async function readListInTime(
  database: Database,
  list: AdminList,
  parameters: Record<string, unknown>,
  { timeout, ...view }: ListView & { timeout: number }
): Promise<ShownList> {
  return database.transaction(async (trx) => {
    await trx.rawQuery(`SET LOCAL statement_timeout = ${timeout}`)
    return readList(trx, list, parameters, view)
  })
}

/**
 * Times stay on one line because they are short on the page. Long words, such as file names,
 * may break.
 */
function layoutOf(cell: Cell): 'nowrap' | 'wrap' | '' {
  if (typeof cell === 'object' && 'time' in cell) return 'nowrap'
  const text = cellText(cell)
  if (text.length <= SHORT) return 'nowrap'
  return text.split(/\s/).some(({ length }) => length > SHORT) ? 'wrap' : ''
}

function filtersOf(list: AdminList, { text }: ListQuery, given: unknown): ShownList['filters'] {
  return Object.entries(list.filters ?? {}).map(([name, { label, options, standard }]) => ({
    name,
    label,
    value: text(name),
    any: standard?.label ?? 'any',
    options: (typeof options === 'function' ? options(given) : options)?.map(([value, word]) => ({
      value,
      label: word,
      chosen: value === text(name),
    })),
  }))
}

function hiddenRows(
  { filters }: AdminList,
  name: string,
  address: (changes: Record<string, string>) => string
): ShownList['hidden'] {
  const { value, sentence, link } = filters![name]!.standard!.off
  return { sentence, link, path: address({ [name]: value }) }
}

function heading(
  name: string,
  { sortName, descending }: ListQuery,
  address: (changes: Record<string, string>) => string
) {
  const sorted = name === sortName
  return {
    path: address({ sort: sorted && !descending ? `-${name}` : name }),
    ...(sorted ? { sorted: descending ? ('descending' as const) : ('ascending' as const) } : {}),
  }
}

/** A forged position results in the first page. */
function readPosition(text: string, { keyType = 'bigint' }: AdminList): Position | undefined {
  const position = readCursorText(text)
  const [backwards, value, key] = Array.isArray(position) ? position : []
  return typeof value === 'string' && KEYS[keyType].test(String(key)) && !value.includes('\0')
    ? { backwards: backwards === true, value, key: String(key) }
    : undefined
}

const KEYS = { bigint: /^\d{1,18}$/, uuid: /^[\da-f-]{36}$/, text: /^[^\0]+$/ }

/** Whether an error is caused by a position of the wrong type for the sort. */
export function isBadPosition(error: unknown): boolean {
  return ['22007', '22008', '22P02', '22003'].includes((error as { code?: string }).code ?? '')
}
