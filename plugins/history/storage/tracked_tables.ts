/** The tables whose changed rows are stored, with the columns that the API shows. */
import type pg from 'pg'
import { fieldColumn, hasColumn } from '#api/columns'
import type { MergedRecords } from '#api/define_resource'
import type { Field } from '#api/field_definitions'
import type { ResourceRegistry } from '#api/registry'
import type { Resource } from '#api/resource'
import type { Publication } from '#app/events/publication'
import { ident } from '#app/support/sql_text'

export interface TrackedTable {
  table: string
  /** Column of the key. */
  key: string
  columns: { name: string; type: string }[]
  /** Whether its rows belong to accounts; their versions are deleted with them. */
  isOwned: boolean
  /** Column that is true for sealed rows, whose values aren't stored. */
  seals?: string
  /** Where the keys of merged and sealed rows are stored. */
  merges?: MergedRecords
  /** Where the keys of sealed records are stored with which rows of this table are deleted. */
  within?: { merges: MergedRecords; column: string }
}

/** The column that every update changes. */
const MODIFIED = 'date_modified'

/** Whether versions of a resource's records are stored: not for secrets, and not for lookups. */
export function isTracked({ guard, holdsSecrets, versions }: Resource): boolean {
  return !guard && !holdsSecrets && versions.includes('v4')
}

/** Whether earlier values of a field are stored. */
export function isTrackedField(name: string, field: Field): boolean {
  if (!hasColumn(field) || field.writeOnly || name === 'id') return false
  if (field.kind === 'value' && field.credential) return false
  return fieldColumn(name, field) !== MODIFIED
}

/**
 * Without quiet and generated columns.
 *
 * @param publications declare the quiet columns
 */
export async function readTrackedTables(
  client: Pick<pg.ClientBase, 'query'>,
  registry: ResourceRegistry,
  publications: readonly Publication[]
): Promise<TrackedTable[]> {
  const byTable = Map.groupBy(registry.all().filter(isTracked), ({ table }) => table)
  const tables: TrackedTable[] = []
  for (const [table, resources] of byTable) {
    const quiet = publications.find((one) => one.table === table)?.quiet ?? []
    const names = new Set(
      resources.flatMap(({ fields }) =>
        [...fields].flatMap(([name, field]) =>
          isTrackedField(name, field) ? [fieldColumn(name, field)] : []
        )
      )
    )
    const { rows } = await client.query<{ name: string; type: string }>(
      `SELECT attname AS name, format_type(atttypid, NULL) AS type FROM pg_attribute
       WHERE attrelid = to_regclass($1) AND attnum > 0 AND NOT attisdropped AND attgenerated = ''
         AND attname = ANY ($2) ORDER BY attname`,
      [ident(table), [...names].filter((name) => !quiet.includes(name))]
    )
    if (rows.length)
      tables.push({
        table,
        key: resources[0]!.key.column,
        columns: rows,
        isOwned: resources.some(({ ownership }) => ownership),
        seals: resources.find(({ seals }) => seals)?.seals,
        merges: resources.find(({ merges }) => merges)?.merges,
      })
  }
  for (const { table, merges } of tables)
    if (merges?.sealed)
      for (const { part, column } of await readParts(client, table)) {
        const tracked = tables.find((one) => one.table === part)
        if (tracked) tracked.within = { merges, column }
      }
  return tables
}

/** Tables whose rows are deleted with those of a table, with their column for its key. */
async function readParts(
  client: Pick<pg.ClientBase, 'query'>,
  table: string
): Promise<{ part: string; column: string }[]> {
  const { rows } = await client.query<{ part: string; column: string }>(
    `SELECT relname AS part, attname AS column FROM pg_constraint
     JOIN pg_class c ON c.oid = conrelid JOIN pg_attribute ON attrelid = conrelid AND attnum = conkey[1]
     WHERE contype = 'f' AND confdeltype = 'c' AND cardinality(conkey) = 1 AND confrelid = to_regclass($1)
     ORDER BY 1, 2`,
    [ident(table)]
  )
  return rows
}

/** Keys of text that a request can name. */
const TEXT_KEY = /^[\w.-]{1,100}$/

/** A key in the form of the stored versions; undefined if it can't be one. */
export function normalizeKey({ key }: Resource, text: string): string | undefined {
  if (key.type === 'string') return TEXT_KEY.test(text) ? text : undefined
  return /^\d{1,18}$/.test(text) ? String(BigInt(text)) : undefined
}
