import type pg from 'pg'

/**
 * Keys of the rows there are, by what makes a row the same row. Several rows
 * may be alike; each is taken once.
 */
export class KnownRows {
  readonly #keys = new Map<string, string[]>()

  /** @param query selects `id` and then what makes the row the same, as texts or nulls */
  static async read(client: pg.ClientBase, query: string, values: unknown[]): Promise<KnownRows> {
    const known = new KnownRows()
    const { rows } = await client.query<(string | null)[]>({
      text: query,
      values,
      rowMode: 'array',
    } as pg.QueryConfig & { rowMode: 'array' })
    for (const [id, ...sameness] of rows) known.add(sameness, id!)
    return known
  }

  add(sameness: unknown[], id: string): void {
    const key = JSON.stringify(sameness)
    const keys = this.#keys.get(key)
    if (keys) keys.push(id)
    else this.#keys.set(key, [id])
  }

  /** The key of a row that is the same, if there is one not taken yet. */
  take(sameness: unknown[]): string | undefined {
    return this.#keys.get(JSON.stringify(sameness))?.shift()
  }

  /** The key of a row that is the same, which others may be, too. */
  find(sameness: unknown[]): string | undefined {
    return this.#keys.get(JSON.stringify(sameness))?.[0]
  }
}
