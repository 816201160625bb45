/**
 * How far the log was when each account last wrote, in all processes: a
 * process tells the others before it answers the write.
 */
import { LRUCache } from 'lru-cache'
import type { PgNotifications } from '../notifications.js'

const CHANNEL = 'curia_writes'
const MAX_CALLERS = 100_000
/** Milliseconds after which every replica in use has a write: others are left out long before. */
const KEPT = 600_000

/** Beyond the end of every log. */
const UNKNOWN = 1n << 64n

export interface PrimaryQueries {
  query(text: string, values: unknown[]): Promise<{ rows: Record<string, string>[] }>
}

export class WritePositions {
  readonly #positions = new LRUCache<string, LogPosition>({ max: MAX_CALLERS, ttl: KEPT })
  /** Everything before was written while notifications may have been missed. */
  #floor: LogPosition | undefined

  constructor(
    readonly primary: PrimaryQueries,
    readonly notifications: Pick<PgNotifications, 'listen' | 'caughtUp'>
  ) {}

  async listen(): Promise<void> {
    await this.notifications.listen(CHANNEL, {
      onMessage: (text) => {
        const [caller, position] = text.split(' ')
        this.#positions.set(caller!, logPosition(position!))
      },
      onDisconnect: () => (this.#floor = undefined),
      onReconnect: () => void this.#readFloor(),
    })
  }

  /** Notes that an account has written: after the commit, before the answer. */
  async note(caller: string): Promise<void> {
    // Until it is known: what this account reads comes from the primary.
    this.#positions.set(caller, UNKNOWN)
    const { rows } = await this.primary.query(
      `SELECT position, pg_notify('${CHANNEL}', $1 || ' ' || position)
       FROM (SELECT pg_current_wal_lsn()::text AS position) AS log`,
      [caller]
    )
    this.#positions.set(caller, logPosition(rows[0]!.position!))
  }

  /**
   * The position a replica must have reached to answer a caller.
   *
   * @param caller undefined: anonymous, who writes nothing
   * @returns undefined when only the primary can answer
   */
  async neededBy(caller: string | undefined): Promise<LogPosition | undefined> {
    if (caller === undefined) return 0n
    // Where its last write was answered by another process, its position may still be on its way.
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

/** A position in PostgreSQL's write-ahead log, comparable as a number. */
export type LogPosition = bigint

/** @param text as PostgreSQL writes a `pg_lsn`: `16/B374D848` */
export function logPosition(text: string): LogPosition {
  const [high, low] = text.split('/')
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`)
}
