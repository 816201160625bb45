/**
 * Counts API requests in this process and writes the counts to the database periodically. A
 * crash loses the counts of the last few seconds at most.
 */
import type { Database } from '@adonisjs/lucid/database'

const WRITE_EVERY = 10_000
const FORGET_EVERY = 3_600_000
/** Days for which counts per minute are kept. */
const DAYS_KEPT = 15
/** Maximum number of accounts counted between two writes; others are ignored. */
const MAX_ACCOUNTS = 50_000

const MINUTE = 60_000
const HOUR = 3_600_000

export interface NotedRequest {
  endpoint: string
  status: number
  milliseconds: number
  accountId?: number
}

export class RequestStats {
  #minutes = new Map<string, number>()
  #hours = new Map<string, number>()
  #forgotten = 0
  #writing: Promise<void> = Promise.resolve()
  readonly #timer: NodeJS.Timeout

  constructor(readonly database: Database) {
    this.#timer = setInterval(() => void this.write().catch(() => {}), WRITE_EVERY).unref()
  }

  note({ endpoint, status, milliseconds, accountId }: NotedRequest): void {
    const now = Date.now()
    const speed = Math.min(16, Math.max(0, Math.ceil(Math.log2(Math.max(milliseconds, 1)))))
    count(this.#minutes, `${now - (now % MINUTE)}\n${endpoint}\n${status}\n${speed}`)
    if (accountId !== undefined && this.#hours.size < MAX_ACCOUNTS)
      count(this.#hours, `${now - (now % HOUR)}\n${accountId}`)
  }

  /** Adds the counts since the last write to the database. */
  write(): Promise<void> {
    this.#writing = this.#writing.catch(() => {}).then(() => this.#write())
    return this.#writing
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.write().catch(() => {})
  }

  async #write(): Promise<void> {
    const minutes = [...this.#minutes].map(([key, number]) => [...key.split('\n'), number])
    const hours = [...this.#hours].map(([key, number]) => [...key.split('\n'), number])
    this.#minutes = new Map()
    this.#hours = new Map()
    const column = (rows: (string | number)[][], place: number) => rows.map((row) => row[place])
    if (minutes.length) {
      await this.database.rawQuery(
        `INSERT INTO request_minutes AS kept (minute, endpoint, status, speed, count)
         SELECT to_timestamp(at / 1000), endpoint, status, speed, count
         FROM unnest(?::float8[], ?::text[], ?::smallint[], ?::smallint[], ?::bigint[]) AS t (at, endpoint, status, speed, count)
         ON CONFLICT (minute, endpoint, status, speed) DO UPDATE SET count = kept.count + excluded.count`,
        [0, 1, 2, 3, 4].map((place) => column(minutes, place)) as never[]
      )
    }
    if (hours.length) {
      await this.database.rawQuery(
        `INSERT INTO account_hours AS kept (hour, account_id, count)
         SELECT to_timestamp(at / 1000), account_id, count
         FROM unnest(?::float8[], ?::bigint[], ?::bigint[]) AS t (at, account_id, count)
         WHERE EXISTS (SELECT 1 FROM accounts WHERE id = account_id)
         ON CONFLICT (hour, account_id) DO UPDATE SET count = kept.count + excluded.count`,
        [0, 1, 2].map((place) => column(hours, place)) as never[]
      )
    }
    if (Date.now() - this.#forgotten > FORGET_EVERY) await this.#forget()
  }

  async #forget(): Promise<void> {
    this.#forgotten = Date.now()
    const oldest = new Date(Date.now() - DAYS_KEPT * 24 * HOUR)
    await this.database.from('request_minutes').where('minute', '<', oldest).delete()
    await this.database.from('account_hours').where('hour', '<', oldest).delete()
  }
}

function count(map: Map<string, number>, key: string): void {
  map.set(key, (map.get(key) ?? 0) + 1)
}
