import type { Row, SheetTables } from './sheet_tables.js'
import { ident } from '#app/support/sql_text'
import { SheetError } from './refusal.js'

/**
 * Keys of the rows there are, by what makes a row the same row. Several rows
 * may be alike; each is taken once.
 */
export class KnownRows {
  readonly #keys = new Map<string, string[]>()

  /** @param sameness texts; nulls at its end make no difference */
  add(sameness: unknown[], id: string): void {
    const text = textOf(sameness)
    const keys = this.#keys.get(text)
    if (keys) keys.push(id)
    else this.#keys.set(text, [id])
  }

  /** The key of a row that is the same, if there is one not taken yet. */
  take(sameness: unknown[]): string | undefined {
    return this.#keys.get(textOf(sameness))?.shift()
  }

  /** The key of a row that is the same, which others may be, too. */
  find(sameness: unknown[]): string | undefined {
    return this.#keys.get(textOf(sameness))?.[0]
  }

  /** Unclaimed keys of the rows that match one of these. */
  left(gone: (...sameness: string[]) => boolean): string[] {
    return [...this.#keys].flatMap(([text, keys]) =>
      keys.length && gone(...(JSON.parse(text) as string[])) ? keys : []
    )
  }

  /** What is made of the sameness of each kind of row there is. */
  map<T>(make: (...sameness: string[]) => T): T[] {
    return [...this.#keys.keys()].map((text) => make(...(JSON.parse(text) as string[])))
  }

  /** Unclaimed keys. */
  get keys(): string[] {
    return [...this.#keys.values()].flat()
  }

  /**
   * The key of each row: the one it brings, that of a row that is the same,
   * or a new one, which equal rows after it share.
   */
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

/** What a row belongs to, and how that is said. */
const OWNERS = {
  docket_entries: ['docket_id', (owner: string) => `is an entry of docket ${owner}`],
  archive_documents: ['docket_entry_id', (owner: string) => `is a document of entry ${owner}`],
  // Dockets share people, who are the same by name.
  parties: ['name', (owner: string) => `is "${owner}"`],
  attorneys: ['name', (owner: string) => `is "${owner}"`],
  attorney_organizations: ['lookup_key', (owner: string) => `has the lookup key "${owner}"`],
} as const

interface BroughtKey {
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
