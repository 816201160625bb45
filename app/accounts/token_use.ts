/**
 * When tokens were last used: noted in memory, written now and then.
 */
import type { Database } from '@adonisjs/lucid/database'

const WRITE_EVERY = 15_000

export class TokenUse {
  #noted = new Map<number, number>()
  readonly #timer: NodeJS.Timeout

  constructor(readonly database: Database) {
    this.#timer = setInterval(() => void this.write().catch(() => {}), WRITE_EVERY).unref()
  }

  note(tokenId: number): void {
    this.#noted.set(tokenId, Date.now())
  }

  /** Writes what was noted since the last time. */
  async write(): Promise<void> {
    if (!this.#noted.size) return
    const noted = this.#noted
    this.#noted = new Map()
    await this.database.rawQuery(
      `UPDATE api_tokens SET last_used_at = greatest(last_used_at, to_timestamp(used.at / 1000.0))
       FROM unnest(?::bigint[], ?::float8[]) AS used (id, at) WHERE api_tokens.id = used.id`,
      [[...noted.keys()], [...noted.values()]]
    )
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.write().catch(() => {})
  }
}
