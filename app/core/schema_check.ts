/**
 * Checks that the database has every column that the declarations name.
 */
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { fieldColumn, hasColumn } from '#api/columns'
import type { Relation, Resource } from '#api/resource'
import type { Reader } from '#app/database/reader'
import { PluginError } from '#app/support/plugin_error'
import type { Field } from '#api/field_definitions'

/**
 * @throws PluginError E_MISSING_COLUMN with the first missing column and the migration to write
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
      const [table, name] = column.split('.') as [string, string]
      const hasTable = [...present].some((one) => one?.startsWith(`${table}.`))
      throw new PluginError(
        'E_MISSING_COLUMN',
        `${what} of "${resource.path}" needs the ${hasTable ? `column ${column}` : `table ${table}`}, which doesn't exist in the database. ${missingMigration(
          { plugin: resource.plugin, table, column: hasTable ? name : undefined },
          migrationFiles()
        )}`
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
    // Its column belongs to another table, whose filter is checked there.
    if (alias) continue
    const what = `filter "${name}"`
    if (column) yield [what, `${within?.table ?? resource.table}.${column}`]
    if (relation) yield* relationColumns(what, relation)
  }
}

/** Columns that a field of a table reads from that table and from its related tables. */
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

interface Missing {
  /** Plugin of the declaration that needs it. */
  plugin: string
  table: string
  /** Undefined if the table is missing. */
  column?: string
}

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const FOLDERS = ['database/migrations', 'plugins/*/database/migrations']

/** Contents of all migrations, by path of the source file. */
export function migrationFiles(): Map<string, string> {
  const paths = globSync(
    FOLDERS.flatMap((folder) => [`${folder}/*.ts`, `${folder}/*.js`]),
    { cwd: ROOT }
  )
  return new Map(
    paths
      .sort()
      .map((path) => [path.replace(/\.js$/, '.ts'), readFileSync(`${ROOT}${path}`, 'utf8')])
  )
}

/** How to add a missing table or column: the file to create, and the statement. */
export function missingMigration(
  { plugin, table, column }: Missing,
  files: Map<string, string>
): string {
  const creates = new RegExp(`CREATE TABLE (IF NOT EXISTS )?"?${table}"?\\s`, 'i')
  const [path, text = ''] = [...files].find(([, content]) => creates.test(content)) ?? []
  const folder = path?.replace(/\/[^/]+$/, '') ?? `plugins/${plugin}/database/migrations`
  const statement =
    column === undefined ? `CREATE TABLE ${table} (…)` : `ALTER TABLE ${table} ADD ${column} …`
  const added = column === undefined ? Boolean(path) : new RegExp(`\\b${column}\\b`).test(text)
  return [
    ...(added ? [`${path} contains it, but has already run and doesn't run again.`] : []),
    `Create ${folder}/${nextNumber(folder, files)}_${column ?? table}.ts with "${statement}". It runs at the next start ("npm start", "npm run dev"), and before tests.`,
  ].join(' ')
}

/** The number of the next migration in a folder. */
function nextNumber(folder: string, files: Map<string, string>): number {
  const numbers = Array.from(files.keys(), (path) =>
    path.startsWith(`${folder}/`) ? Number.parseInt(path.slice(folder.length + 1)) || 0 : 0
  )
  return Math.max(0, ...numbers) + 1
}
