import type pg from 'pg'

/** The table's sequence, looked up once. */
const OWN = `WITH own AS MATERIALIZED (SELECT pg_get_serial_sequence($1, 'id')::regclass AS sequence)`

/** Keys fetched ahead are at most so many. */
const MAX_AHEAD = 1000

/**
 * Keys of one table, from its sequence. They are fetched ahead, as many as
 * were used so far, so that not every docket has to ask for its own.
 */
export class KeyReserve {
  #keys: number[] = []
  /** Keys below are taken. */
  #free = 1
  #used = 0

  constructor(
    readonly client: Pick<pg.ClientBase, 'query'>,
    readonly table: string
  ) {}

  async take(count: number): Promise<number[]> {
    const missing = count - this.#keys.length
    if (missing > 0) await this.#fetch(missing + Math.min(this.#used, MAX_AHEAD))
    this.#used += count
    const taken = this.#keys.splice(0, count)
    this.#free = taken.at(-1)! + 1
    return taken
  }

  /** Makes sure that no key to come is this one or below it. */
  async stayAbove(key: number): Promise<void> {
    if (key < this.#free) return
    this.#keys = []
    const { rows } = await this.client.query<{ last: string }>(
      `${OWN} SELECT CASE WHEN last >= $2 THEN last ELSE setval(sequence, $2) END AS last
       FROM own, coalesce(pg_sequence_last_value(sequence), 0) AS last`,
      [this.table, key]
    )
    this.#free = Number(rows[0]!.last) + 1
  }

  async #fetch(count: number): Promise<void> {
    const { rows } = await this.client.query<{ key: string }>(
      `${OWN} SELECT nextval(sequence) AS key FROM own, generate_series(1, $2)`,
      [this.table, count]
    )
    this.#keys = [...this.#keys, ...rows.map(({ key }) => Number(key))]
  }
}
