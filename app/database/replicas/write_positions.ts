/**
 * The log position of each account's last write, across all processes: a
 * process notifies the others before it responds to the write.
 */
import { LRUCache } from 'lru-cache'
import type { PgNotifications } from '../notifications.js'

const CHANNEL = 'curia_writes'
const MAX_CALLERS = 100_000
/** Milliseconds after which every replica in use has a write: lagging replicas are excluded long before. */
const KEPT = 600_000

/** Greater than any log position. */
const UNKNOWN = 1n << 64n

export interface PrimaryQueries {
  query(text: string, values: unknown[]): Promise<{ rows: Record<string, string>[] }>
}

export class WritePositions {
  readonly #positions = new LRUCache<string, LogPosition>({ max: MAX_CALLERS, ttl: KEPT })
  /** Notifications of writes before this time may have been missed. */
  #floor: LogPosition | undefined

  constructor(
    readonly primary: PrimaryQueries,
    readonly notifications: Pick<PgNotifications, 'listen' | 'caughtUp'>
  ) {}

  async listen(): Promise<void> {
    await this.notifications.listen(CHANNEL, {
      onMessage: (text) => {
        const [caller, position] = text.split(' ')
        const own = this.#positions.get(caller!) ?? 0n
        // Notifications of this process's earlier writes arrive late.
        this.#positions.set(caller!, max(own, logPosition(position!)))
      },
      onDisconnect: () => (this.#floor = undefined),
      onReconnect: () => void this.#readFloor(),
    })
  }

  /** Records that an account has written: after the commit, before the response. */
  async note(caller: string): Promise<void> {
    // Until the position is known, this account's reads use the primary.
    this.#positions.set(caller, UNKNOWN)
    const { rows } = await this.primary.query(
      `SELECT position, pg_notify('${CHANNEL}', $1 || ' ' || position)
       FROM (SELECT pg_current_wal_lsn()::text AS position) AS log`,
      [caller]
    )
    const own = this.#positions.get(caller) ?? 0n
    // Another write of the account may have been recorded in the meantime.
    this.#positions.set(caller, max(own === UNKNOWN ? 0n : own, logPosition(rows[0]!.position!)))
  }

  /**
   * The position that a replica must have reached to serve a caller.
   *
   * @param caller undefined: anonymous, without writes
   * @returns undefined if only the primary can serve the read
   */
  async neededBy(caller: string | undefined): Promise<LogPosition | undefined> {
    if (caller === undefined) return 0n
    // If another process handled the last write, its position may not have arrived yet.
    const complete = await this.notifications.caughtUp().then(
      () => true,
      () => false
    )
    if (!complete || this.#floor === undefined) return undefined
    const own = this.#positions.get(caller) ?? 0n
    return own > this.#floor ? own : this.#floor
  }

  async #readFloor(): Promise<void> {
    const { rows } = await this.primary
      .query('SELECT pg_current_wal_lsn()::text AS position', [])
      .catch(() => ({ rows: [] }))
    if (rows[0]) this.#floor = logPosition(rows[0].position!)
  }
}

const max = (one: bigint, other: bigint) => (one > other ? one : other)

/** A position in PostgreSQL's write-ahead log, comparable as a number. */
export type LogPosition = bigint

/** @param text in PostgreSQL's `pg_lsn` format: `16/B374D848` */
export function logPosition(text: string): LogPosition {
  const [high, low] = text.split('/')
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`)
}
