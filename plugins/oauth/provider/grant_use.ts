import type { Database } from '@adonisjs/lucid/database'
import { LRUCache } from 'lru-cache'

/** Milliseconds for which one note is enough. */
const PRECISION = 60_000

/** When grants were last used: at most one write a minute for each, and none without requests. */
export class GrantUse {
  readonly #noted = new LRUCache<number, true>({ max: 10_000, ttl: PRECISION })

  constructor(readonly database: Database) {}

  /** Does not wait: what is lost in a crash is the time of one use. */
  note(grantId: number): void {
    if (this.#noted.has(grantId)) return
    this.#noted.set(grantId, true)
    void this.database
      .rawQuery('UPDATE oauth_records SET last_used_at = now() WHERE id = ?', [grantId])
      .catch(() => this.#noted.delete(grantId))
  }
}
