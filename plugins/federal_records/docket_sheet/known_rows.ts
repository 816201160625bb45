import type { Row, SheetTables } from './sheet_tables.js'

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
