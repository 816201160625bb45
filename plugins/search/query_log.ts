/**
 * Log of searches, kept for twelve weeks. Searches of accounts that opted out
 * aren't logged (specification, Search; search.md 10). It is written every five
 * seconds, so a crash loses at most the last seconds.
 */
import type { Database } from '@adonisjs/lucid/database'

const WRITE_EVERY = 5_000
const FORGET_EVERY = 3_600_000
const DAYS_KEPT = 84
/** Maximum number of pending entries; further searches aren't logged. */
const MAX_QUEUED = 10_000
/** Maximum length of a logged query string. */
const MAX_LENGTH = 4_000

export interface LoggedSearch {
  accountId: number | null
  source: 'page' | 'api'
  mode: 'words' | 'meaning'
  engine: string
  /** The query string. */
  parameters: string
  /** Null for a cached response. */
  milliseconds: number | null
  failed: boolean
}

const SOURCES = { page: 1, api: 2 }
const MODES = { words: 1, meaning: 2 }

export class QueryLog {
  #waiting: (LoggedSearch & { at: Date })[] = []
  #forgotten = 0
  #writing: Promise<void> = Promise.resolve()
  readonly #timer: NodeJS.Timeout

  constructor(readonly database: Database) {
    this.#timer = setInterval(() => void this.write().catch(() => {}), WRITE_EVERY).unref()
  }

  note(search: LoggedSearch): void {
    if (this.#waiting.length < MAX_QUEUED) this.#waiting.push({ ...search, at: new Date() })
  }

  /** Writes pending entries. */
  write(): Promise<void> {
    this.#writing = this.#writing.catch(() => {}).then(() => this.#write())
    return this.#writing
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.write().catch(() => {})
  }

  async #write(): Promise<void> {
    const rows = this.#waiting.splice(0)
    if (rows.length) {
      const records = rows.map(({ accountId, source, mode, milliseconds, parameters, ...row }) => ({
        account_id: accountId,
        source: SOURCES[source],
        query_mode: MODES[mode],
        engine: row.engine,
        get_params: parameters.replaceAll('\0', '').slice(0, MAX_LENGTH),
        query_time_ms: milliseconds === null ? null : Math.round(milliseconds),
        hit_cache: milliseconds === null,
        failed: row.failed,
        date_created: row.at,
      }))
      await this.database.rawQuery(
        `INSERT INTO search_queries (account_id, source, query_mode, engine, get_params, query_time_ms, hit_cache, failed, date_created)
         SELECT (SELECT id FROM accounts WHERE id = account_id), source, query_mode, engine, get_params, query_time_ms, hit_cache, failed, date_created
         FROM json_populate_recordset(NULL::search_queries, ?::json)`,
        [JSON.stringify(records)]
      )
    }
    if (Date.now() - this.#forgotten > FORGET_EVERY) {
      this.#forgotten = Date.now()
      const oldest = new Date(Date.now() - DAYS_KEPT * 86_400_000)
      await this.database.from('search_queries').where('date_created', '<', oldest).delete()
    }
  }
}
