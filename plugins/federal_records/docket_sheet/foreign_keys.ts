/**
 * Keys that rows of a sheet bring, although rows elsewhere have them.
 */
import { ident } from '#app/support/sql_text'
import { SheetError } from './sheet_error.js'
import type { SheetTables } from './sheet_tables.js'

/** What a row belongs to, and how that is said. */
const OWNERS = {
  docket_entries: ['docket_id', (owner: string) => `is an entry of docket ${owner}`],
  archive_documents: ['docket_entry_id', (owner: string) => `is a document of entry ${owner}`],
  // Dockets share people, who are the same by name.
  parties: ['name', (owner: string) => `is "${owner}"`],
  attorneys: ['name', (owner: string) => `is "${owner}"`],
  attorney_organizations: ['lookup_key', (owner: string) => `has the lookup key "${owner}"`],
} as const

export interface BroughtKey {
  /** Undefined for rows that bring none. */
  id: number | undefined
  /** What the sheet says the row belongs to. */
  owner: string
  /** Where in the sheet it is. */
  path: string
}

/**
 * @param held keys of rows the docket has already
 * @throws SheetError when a key is that of a row that belongs elsewhere
 */
export async function refuseForeignKeys(
  tables: SheetTables,
  table: keyof typeof OWNERS,
  rows: BroughtKey[],
  held: string[] = []
): Promise<void> {
  const own = new Set(held)
  const brought = rows.filter(({ id }) => id !== undefined && !own.has(String(id)))
  if (!brought.length) return
  const [column, belonging] = OWNERS[table]
  const { rows: there } = await tables.query<[id: string, owner: string]>(
    `SELECT id, ${column} FROM ${ident(table)} WHERE id = ANY($1::bigint[])`,
    [brought.map(({ id }) => id)]
  )
  const owners = new Map(there)
  for (const { id, owner, path } of brought) {
    const key = String(id)
    const other = owners.get(key) ?? owner
    if (other !== owner) throw new SheetError(`${path}: ${key} ${belonging(other)}`)
    owners.set(key, owner)
  }
}
