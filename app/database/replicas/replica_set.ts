/**
 * Replicas that serve reads of lists and records (`DATABASE_READ_URLS`): which of them are
 * current enough, and which one is next.
 */
import { logPosition, type LogPosition } from './write_positions.js'

/** Milliseconds between checks of a replica. */
const LOOK_EVERY = 250
/** Maximum lag of a replica in milliseconds; above it, the replica is not used. */
const MAX_LAG = 5_000
/** Milliseconds after the last read when checks stop: an idle server causes no queries. */
const IDLE_AFTER = 30_000

/** One replica, as the set uses it. */
export interface Replica<R> {
  /** Without its password. */
  name: string
  reader: R
  /** Its replay position; null if it isn't a standby. */
  position: () => Promise<string | null>
  close: () => Promise<void>
}

interface Watched<R> extends Replica<R> {
  /** Undefined while the replica is not used. */
  reached: LogPosition | undefined
  /** When `reached` was read. */
  lookedAt: number
  looking: boolean
}

export interface ReplicaSetOptions<R> {
  replicas: Replica<R>[]
  /** Log position of the primary. */
  primaryPosition: () => Promise<string>
  /** Reports that a replica is used or no longer used. */
  notice: (line: string) => void
  lookEvery?: number
  maxLag?: number
  idleAfter?: number
}

export class ReplicaSet<R> {
  readonly #watched: Watched<R>[]
  /** Undefined while there are no reads. */
  #timer: NodeJS.Timeout | undefined
  #usedAt = 0
  #closed = false
  /** Positions of the primary, oldest first, back to the maximum lag. */
  readonly #history: { at: number; position: LogPosition }[] = []
  #next = 0

  constructor(readonly options: ReplicaSetOptions<R>) {
    this.#watched = options.replicas.map((replica) => ({
      ...replica,
      reached: undefined,
      lookedAt: 0,
      looking: false,
    }))
  }

  /**
   * The next replica, in rotation, that has replayed the log up to a position.
   * Undefined for the first reads after an idle period, until the positions of
   * the replicas are known again.
   */
  choose(needed: LogPosition): { reader: R; failed: () => void } | undefined {
    this.#keepLooking()
    const { length } = this.#watched
    const since = Date.now() - this.#maxLag
    for (let step = 0; step < length; step++) {
      const replica = this.#watched[(this.#next + step) % length]!
      const { reached, lookedAt } = replica
      if (reached === undefined || reached < needed || lookedAt < since) continue
      this.#next = (this.#next + step + 1) % length
      return { reader: replica.reader, failed: () => this.#leaveOut(replica, 'it is unavailable') }
    }
    return undefined
  }

  /** Checks the primary and then all replicas. */
  async look(): Promise<void> {
    await this.#lookAtPrimary().catch(() => {})
    await Promise.all(this.#watched.map((replica) => this.#lookAt(replica)))
  }

  async close(): Promise<void> {
    this.#closed = true
    clearInterval(this.#timer)
    await Promise.all(this.#watched.map((replica) => replica.close().catch(() => {})))
  }

  get #maxLag(): number {
    return this.options.maxLag ?? MAX_LAG
  }

  #keepLooking(): void {
    this.#usedAt = Date.now()
    if (this.#timer || this.#closed) return
    const turn = () => {
      const idle = Date.now() - this.#usedAt > (this.options.idleAfter ?? IDLE_AFTER)
      if (!idle) return void this.look()
      clearInterval(this.#timer)
      this.#timer = undefined
    }
    this.#timer = setInterval(turn, this.options.lookEvery ?? LOOK_EVERY).unref()
    void this.look()
  }

  async #lookAtPrimary(): Promise<void> {
    const at = Date.now()
    this.#history.push({ at, position: logPosition(await this.options.primaryPosition()) })
    const old = at - this.#maxLag
    // Keep the newest position that is old enough: a replica must have reached it.
    while (this.#history.length > 1 && this.#history[1]!.at <= old) this.#history.shift()
  }

  /** Skips a check while the previous one is running. */
  async #lookAt(replica: Watched<R>): Promise<void> {
    if (replica.looking) return
    replica.looking = true
    try {
      const text = await replica.position()
      if (text === null) return this.#leaveOut(replica, 'it is not a standby')
      const reached = logPosition(text)
      if (reached < this.#required()) return this.#leaveOut(replica, 'it lags')
      if (replica.reached === undefined) this.options.notice(`using replica ${replica.name}.`)
      replica.reached = reached
      replica.lookedAt = Date.now()
    } catch {
      this.#leaveOut(replica, 'it is unavailable')
    } finally {
      replica.looking = false
    }
  }

  /** The position of the primary at the maximum lag. */
  #required(): LogPosition {
    const [oldest] = this.#history
    return oldest && oldest.at <= Date.now() - this.#maxLag ? oldest.position : 0n
  }

  #leaveOut(replica: Watched<R>, why: string): void {
    if (replica.reached === undefined) return
    replica.reached = undefined
    this.options.notice(`replica ${replica.name} is not used: ${why}.`)
  }
}
