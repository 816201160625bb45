/**
 * Checks that the columns that resources declare exist in the database.
 */
import { fieldColumn, hasColumn } from '#api/columns'
import type { Relation, Resource } from '#api/resource'
import type { Reader } from '#app/database/reader'
import { PluginError } from '#app/support/plugin_error'
import type { Field } from '#api/field_definitions'

/**
 * @throws PluginError E_MISSING_COLUMN with the first missing column
 */
export async function checkSchema(resources: Resource[], reader: Reader): Promise<void> {
  const rows = await reader.rows(
    `SELECT table_name || '.' || column_name FROM information_schema.columns WHERE table_schema = ANY(current_schemas(false))`,
    []
  )
  const present = new Set(rows.map(([name]) => name))
  for (const resource of resources) {
    for (const [what, column] of columnsOf(resource)) {
      if (present.has(column)) continue
      throw new PluginError(
        'E_MISSING_COLUMN',
        `${what} of "${resource.path}" needs the column ${column}, which the database does not have. Add a migration in database/migrations of its plugin; the start and the tests run it.`
      )
    }
  }
}

function* columnsOf(resource: Resource): Iterable<[what: string, column: string]> {
  for (const [name, field] of resource.fields) {
    const what = `field "${name}"`
    for (const column of fieldColumns(resource.table, name, field)) yield [what, column]
  }
  const owner = resource.ownership?.column
  if (owner) yield ['its owner', `${resource.table}.${owner}`]
  for (const [name, { alias, column, relation, within }] of resource.filters) {
    // Its column is one of another table, whose filter is checked there.
    if (alias) continue
    const what = `filter "${name}"`
    if (column) yield [what, `${within?.table ?? resource.table}.${column}`]
    if (relation) yield* relationColumns(what, relation)
  }
}

/** Columns a field of a table reads there and in the tables that belong to it. */
function* fieldColumns(table: string, name: string, field: Field): Iterable<string> {
  if (hasColumn(field)) yield `${table}.${fieldColumn(name, field)}`
  switch (field.kind) {
    case 'template':
      if (typeof field.template === 'string') {
        for (const [, column] of field.template.matchAll(/\{(\w+)\}/g)) yield `${table}.${column}`
      }
      break
    case 'values':
      yield* [`${field.via.table}.${field.via.from}`, `${field.via.table}.${field.via.to}`]
      yield `${field.table}.${field.column}`
      break
    case 'rows':
      yield `${field.table}.${field.column}`
      for (const column of Object.values(field.scopedBy ?? {})) yield `${field.table}.${column}`
      for (const [inner, nested] of Object.entries(field.fields))
        yield* fieldColumns(field.table, inner, nested)
  }
}

function* relationColumns(what: string, { target, via }: Relation): Iterable<[string, string]> {
  if (!via) return
  if ('column' in via) yield [what, `${target.table}.${via.column}`]
  else yield* [via.from, via.to].map((column): [string, string] => [what, `${via.table}.${column}`])
}
