/**
 * Bulk files come from the public service and have its names: the columns a
 * table's file calls otherwise follow from the names of its resources.
 */
import { fieldColumn, hasColumn } from '#api/columns'
import type { Declared } from '#app/support/lazy'
import type { BulkTable } from '#app/bulk/define_bulk_table'
import type { NameTable } from './name_table.js'

/** Bulk tables that know what their files call the columns. */
export function withPublicColumns(
  tables: Declared<BulkTable>[],
  names: NameTable
): Declared<BulkTable>[] {
  return tables.map(({ plugin, declaration }) => {
    const renames = { ...publicColumns(declaration.table, names), ...declaration.renames }
    return { plugin, declaration: { ...declaration, renames } }
  })
}

/** Column of a file to column of the table. */
function publicColumns(table: string, names: NameTable): Record<string, string> {
  const columns: Record<string, string> = {}
  for (const resource of names.named.resources.all()) {
    if (resource.table !== table) continue
    for (const [own, name] of names.resource(resource.path)) {
      const field = resource.fields.get(own)
      if (field && hasColumn(field)) columns[name] = fieldColumn(own, field)
    }
  }
  return columns
}
