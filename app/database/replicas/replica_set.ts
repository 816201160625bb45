/**
 * Replicas that answer reads of lists and records (`DATABASE_READ_URLS`):
 * which of them are near enough to the primary, and which one is next.
 */
import { logPosition, type LogPosition } from './write_positions.js'

/** Milliseconds between two looks at a replica. */
const LOOK_EVERY = 250
/** Milliseconds a replica may lag before it is left out. */
const MAX_LAG = 5_000
/** Milliseconds after the last read when looking ends: a server that is asked for nothing asks for nothing. */
const IDLE_AFTER = 30_000

/** One replica, as the set needs it. */
export interface Replica<R> {
  /** Without its password. */
  name: string
  reader: R
  /** How far it has replayed the log; null when it is no standby. */
  position: () => Promise<string | null>
  close: () => Promise<void>
}

interface Watched<R> extends Replica<R> {
  /** Undefined while it is left out. */
  reached: LogPosition | undefined
  /** When `reached` was read. */
  lookedAt: number
  looking: boolean
}

export interface ReplicaSetOptions<R> {
  replicas: Replica<R>[]
  /** How far the log of the primary is. */
  primaryPosition: () => Promise<string>
  /** Says that a replica is left out or used again. */
  notice: (line: string) => void
  lookEvery?: number
  maxLag?: number
  idleAfter?: number
}

export class ReplicaSet<R> {
  readonly #watched: Watched<R>[]
  /** Undefined while nothing is read. */
  #timer: NodeJS.Timeout | undefined
  #usedAt = 0
  #closed = false
  /** Where the primary was, oldest first, as far back as a replica may lag. */
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
   * The next replica in turn that has replayed the log up to a position. There
   * is none for the first reads after a time without any: how far the replicas
   * are is then looked up again.
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
      return { reader: replica.reader, failed: () => this.#leaveOut(replica, 'it is away') }
    }
    return undefined
  }

  /** Looks at the primary and then at all replicas. */
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
    // The newest of those that are old enough stays: it is what a replica must have reached.
    while (this.#history.length > 1 && this.#history[1]!.at <= old) this.#history.shift()
  }

  /** A look that takes long is not begun a second time. */
  async #lookAt(replica: Watched<R>): Promise<void> {
    if (replica.looking) return
    replica.looking = true
    try {
      const text = await replica.position()
      if (text === null) return this.#leaveOut(replica, 'it is no standby')
      const reached = logPosition(text)
      if (reached < this.#required()) return this.#leaveOut(replica, 'it lags')
      if (replica.reached === undefined) this.options.notice(`replica ${replica.name} is used.`)
      replica.reached = reached
      replica.lookedAt = Date.now()
    } catch {
      this.#leaveOut(replica, 'it is away')
    } finally {
      replica.looking = false
    }
  }

  /** What the primary had written as long ago as a replica may lag. */
  #required(): LogPosition {
    const [oldest] = this.#history
    return oldest && oldest.at <= Date.now() - this.#maxLag ? oldest.position : 0n
  }

  #leaveOut(replica: Watched<R>, why: string): void {
    if (replica.reached === undefined) return
    replica.reached = undefined
    this.options.notice(`replica ${replica.name} is left out: ${why}.`)
  }
}
