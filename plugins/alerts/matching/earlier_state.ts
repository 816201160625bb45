/**
 * The state of the database before the changes that are being matched: a document that a
 * search found in it isn't new. The state is a snapshot that a transaction keeps open.
 */
import type { Database } from '@adonisjs/lucid/database'
import type { ConnectionSettings } from '#app/database/connection'
import type { Change, Cursor } from '#app/events/change_log'
import { parseCursorHorizon } from '#app/events/cursor'
import { ArchiveConnection, type FrozenState } from '#app/search/indexer/archive_connection'

/** Milliseconds after which an idle process renews the state, because an old one prevents cleanup of the database. */
const RENEWED_AFTER = 30_000

interface HeldState extends FrozenState {
  connection: ArchiveConnection
}

export class EarlierState {
  /** For the changes up to the horizon. */
  #current: HeldState | undefined
  /** For the changes after the horizon. */
  #next: HeldState | undefined
  #horizon: string | undefined
  #timer: NodeJS.Timeout | undefined
  #isBusy = false
  #isClosed = false

  constructor(
    private database: Pick<Database, 'rawQuery'>,
    private settings: ConnectionSettings
  ) {}

  /** Takes the state before further changes are read. */
  async begin(): Promise<void> {
    this.#isClosed = false
    this.#next ??= await this.#hold()
    this.#watch()
  }

  /**
   * Runs a function with the ID of the state before the given changes; undefined if it is
   * unknown, because one of the changes was made before the state was taken.
   *
   * @param cursor position after the changes; changes with the same horizon have one state
   */
  async use(
    { changes, cursor }: { changes: Change[]; cursor: Cursor },
    work: (id: string | undefined) => Promise<void>
  ): Promise<void> {
    this.#isBusy = true
    if (!this.#timer) this.#watch()
    try {
      const horizon = parseCursorHorizon(cursor)
      if (horizon !== this.#horizon) {
        const [last, next] = [this.#current, await this.#hold()]
        this.#current = this.#next
        this.#next = next
        this.#horizon = horizon
        await last?.connection.close()
      }
      const state = this.#current
      await work(state && (await this.#isBefore(state, changes)) ? state.id : undefined)
    } finally {
      this.#isBusy = false
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#timer)
    this.#timer = undefined
    await this.#release()
  }

  async #release(): Promise<void> {
    const held = [this.#current, this.#next]
    this.#current = this.#next = this.#horizon = undefined
    await Promise.all(held.map((state) => state?.connection.close()))
  }

  /** @returns undefined without a connection; documents then count as new if they may be */
  async #hold(): Promise<HeldState | undefined> {
    let connection: ArchiveConnection | undefined
    try {
      connection = await ArchiveConnection.open(this.settings)
      return { connection, ...(await connection.freeze()) }
    } catch {
      await connection?.close()
      return undefined
    }
  }

  async #isBefore({ snapshot }: HeldState, changes: Change[]): Promise<boolean> {
    const { rows } = await this.database.rawQuery<{ rows: { found: boolean }[] }>(
      `SELECT EXISTS (SELECT 1 FROM content_changes
         WHERE id = ANY(?::bigint[]) AND pg_visible_in_snapshot(xid, ?::pg_snapshot)) AS found`,
      [changes.map(({ id }) => id), snapshot] as never[]
    )
    return !rows[0]!.found
  }

  #watch(): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.#renew(), RENEWED_AFTER)
    this.#timer.unref()
  }

  async #renew(): Promise<void> {
    if (!this.#isBusy) {
      await this.#release()
      const next = await this.#hold()
      if (this.#isClosed || this.#next) await next?.connection.close()
      else this.#next = next
    }
    if (!this.#isClosed) this.#watch()
  }
}
