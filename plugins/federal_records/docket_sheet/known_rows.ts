import type { Row, SheetTables } from './sheet_tables.js'
import { ident } from '#app/support/sql_text'
import { SheetError } from './refusal.js'

/** IDs of existing rows by the values that identify them. Equal rows are claimed one by one. */
export class KnownRows {
  readonly #keys = new Map<string, string[]>()

  /** @param sameness identifying texts; trailing nulls are ignored */
  add(sameness: unknown[], id: string): void {
    const text = textOf(sameness)
    const keys = this.#keys.get(text)
    if (keys) keys.push(id)
    else this.#keys.set(text, [id])
  }

  /** Claims an unclaimed row with these values. @returns its ID */
  take(sameness: unknown[]): string | undefined {
    return this.#keys.get(textOf(sameness))?.shift()
  }

  /** The ID of a row with these values, without claiming it. */
  find(sameness: unknown[]): string | undefined {
    return this.#keys.get(textOf(sameness))?.[0]
  }

  /** IDs of unclaimed rows that match. */
  left(gone: (...sameness: string[]) => boolean): string[] {
    return [...this.#keys].flatMap(([text, keys]) =>
      keys.length && gone(...(JSON.parse(text) as string[])) ? keys : []
    )
  }

  /** Maps the distinct identifying values. */
  map<T>(make: (...sameness: string[]) => T): T[] {
    return [...this.#keys.keys()].map((text) => make(...(JSON.parse(text) as string[])))
  }

  /** Unclaimed rows with their identifying values. */
  list(): { id: string; sameness: string[] }[] {
    return [...this.#keys].flatMap(([text, keys]) =>
      keys.map((id) => ({ id, sameness: JSON.parse(text) as string[] }))
    )
  }

  /** IDs of unclaimed rows. */
  get keys(): string[] {
    return [...this.#keys.values()].flat()
  }

  /** The ID of each row: its own, that of an existing equal row, or a new one that later equal rows share. */
  async sharedKeys(
    tables: SheetTables,
    table: string,
    rows: { id?: string | number; sameness: unknown[] }[]
  ): Promise<string[]> {
    const keys: string[] = []
    for (const { id, sameness } of rows) {
      const row: Row = { id: id ?? this.find(sameness) }
      await tables.giveKeys(table, [row])
      this.add(sameness, String(row.id))
      keys.push(String(row.id))
    }
    return keys
  }
}

function textOf(sameness: unknown[]): string {
  const length = sameness.findLastIndex((value) => value !== null) + 1
  return JSON.stringify(sameness.slice(0, length))
}

/** The owner column of each table, and the wording of the error. */
const OWNERS = {
  docket_entries: ['docket_id', (owner: string) => `is an entry of docket ${owner}`],
  archive_documents: ['docket_entry_id', (owner: string) => `is a document of entry ${owner}`],
  // Dockets share people, who are identified by name.
  parties: ['name', (owner: string) => `is "${owner}"`],
  attorneys: ['name', (owner: string) => `is "${owner}"`],
  attorney_organizations: ['lookup_key', (owner: string) => `has the lookup key "${owner}"`],
} as const

interface BroughtKey {
  /** Undefined for rows without an ID in the sheet. */
  id: number | undefined
  /** The row's owner in the sheet. */
  owner: string
  /** Path in the sheet. */
  path: string
}

/**
 * @param held IDs of rows that the docket already has
 * @throws SheetError if an ID belongs to a row with another owner
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
