/**
 * States of the rows shown in a response. A cached response is used only while they are
 * unchanged. It isn't used after one of its documents was sealed, changed, or deleted, even if
 * the index has not caught up.
 */
import { hash } from 'node:crypto'
import { NamedStatement } from '#app/database/named_statement'
import type { Row } from '#app/database/reader'
import type { DocumentRows, SearchIndexDefinition } from '../define_search_index.js'

/** The rows shown in a response, and their state before they were read. */
export interface ShownRows {
  parents: number[]
  children: number[]
  state: string
}

interface RowReader {
  rows: (statement: NamedStatement, values: unknown[]) => Promise<Row[]>
}

const prepared = new WeakMap<SearchIndexDefinition, NamedStatement>()

/** The rows with their state; call it before reading them. */
export async function shownRows(
  index: SearchIndexDefinition,
  reader: RowReader,
  { parents, children }: Omit<ShownRows, 'state'>
): Promise<ShownRows> {
  let statement = prepared.get(index)
  if (!statement) prepared.set(index, (statement = new NamedStatement(statesSql(index))))
  const rows = parents.length + children.length
  const states = rows ? await reader.rows(statement, [parents, children]) : []
  const state = hash('sha256', states.map((row) => row.join(' ')).join(','), 'base64url')
  return { parents, children, state }
}

/** Whether the rows are unchanged. */
export async function areUnchanged(
  index: SearchIndexDefinition,
  reader: RowReader,
  shown: ShownRows
): Promise<boolean> {
  return (await shownRows(index, reader, shown)).state === shown.state
}

/** `xmin` is the transaction that wrote the row: each update changes it. */
function statesSql({ documents: { parents, children } }: SearchIndexDefinition): string {
  const states = ({ from, key, where = 'TRUE' }: DocumentRows, level: string, keys: string) =>
    `SELECT '${level}' AS level, ${key} AS key, ${key.split('.')[0]}.xmin::text AS state
     FROM ${from} WHERE ${key} = ANY(${keys}::bigint[]) AND ${where}`
  const all = [states(parents, 'parent', '$1')]
  all.push(
    children
      ? states(children, 'child', '$2')
      : `SELECT 'child', key, '' FROM unnest($2::bigint[]) AS key`
  )
  return `${all.join('\nUNION ALL ')}\nORDER BY 1, 2`
}
