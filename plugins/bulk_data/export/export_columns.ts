/**
 * Columns of exported files: those that an import of the file accepts, in the order of the table,
 * which is the order of the public files.
 */
import type pg from 'pg'
import { fieldColumn, hasColumn } from '#api/columns'
import type { Resource } from '#api/resource'
import type { BulkTable } from '#app/bulk/define_bulk_table'
import { ident } from '#app/support/sql_text'
import { readLayout } from '../import/table_layout.js'

export interface ExportColumn {
  /** Name in the file. */
  name: string
  /** Name in the table. */
  column: string
  /** SQL expression over row `t` of the table. */
  sql: string
  /** Type as returned by `format_type`. */
  type: string
}

/** Conditions on a row by column: values that the API doesn't return are not exported either. */
type ServedIf = Map<string, (alias: string) => string>

/** Reads the columns of a file from the catalog. */
export async function readExportColumns(
  client: pg.ClientBase,
  bulk: BulkTable,
  resources: readonly Resource[]
): Promise<ExportColumn[]> {
  const { columns, key } = await readLayout(client, bulk)
  const served = servedColumns(bulk.table, resources)
  const fileNames = new Map(Object.entries(bulk.renames ?? {}).map(([file, own]) => [own, file]))
  const included = (name: string) =>
    bulk.only ? name === key || bulk.only.includes(name) : !bulk.absent?.includes(name)
  return columns
    .filter(({ name }) => included(name))
    .map(({ name, type, required }) => {
      const condition = served.get(name)?.('t')
      const value = `t.${ident(name)}`
      return {
        name: fileNames.get(name) ?? name,
        column: name,
        type,
        sql: condition
          ? `CASE WHEN ${condition} THEN ${value} ${required ? `ELSE '' ` : ''}END`
          : value,
      }
    })
}

/** Conditions of a table's columns that aren't public in all rows. */
export function servedColumns(table: string, resources: readonly Resource[]): ServedIf {
  const served: ServedIf = new Map()
  for (const resource of resources) {
    if (resource.table !== table) continue
    for (const [name, field] of resource.fields)
      if ('servedIf' in field && field.servedIf && hasColumn(field))
        served.set(fieldColumn(name, field), field.servedIf)
  }
  return served
}
