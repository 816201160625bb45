/**
 * Replicas that answer reads of lists and records (`DATABASE_READ_URLS`):
 * which of them are near enough to the primary, and which one is next.
 */
import { logPosition, type LogPosition } from './log_position.js'

/** Milliseconds between two looks at a replica. */
const LOOK_EVERY = 250
/** Milliseconds a replica may lag before it is left out. */
const MAX_LAG = 5_000

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
}

export class ReplicaSet<R> {
  readonly #watched: Watched<R>[]
  readonly #timer: NodeJS.Timeout
  /** Where the primary was, oldest first, as far back as a replica may lag. */
  readonly #history: { at: number; position: LogPosition }[] = []
  #next = 0

  constructor(readonly options: ReplicaSetOptions<R>) {
    this.#watched = options.replicas.map((replica) => ({
      ...replica,
      reached: undefined,
      looking: false,
    }))
    this.#timer = setInterval(() => void this.look(), options.lookEvery ?? LOOK_EVERY).unref()
  }

  /** The next replica in turn that has replayed the log up to a position. */
  choose(needed: LogPosition): { reader: R; failed: () => void } | undefined {
    const { length } = this.#watched
    for (let step = 0; step < length; step++) {
      const replica = this.#watched[(this.#next + step) % length]!
      if (replica.reached === undefined || replica.reached < needed) continue
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
    clearInterval(this.#timer)
    await Promise.all(this.#watched.map((replica) => replica.close().catch(() => {})))
  }

  async #lookAtPrimary(): Promise<void> {
    const at = Date.now()
    this.#history.push({ at, position: logPosition(await this.options.primaryPosition()) })
    const maxLag = this.options.maxLag ?? MAX_LAG
    // The newest of those that are old enough stays: it is what a replica must have reached.
    while (this.#history.length > 1 && this.#history[1]!.at <= at - maxLag) this.#history.shift()
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
    } catch {
      this.#leaveOut(replica, 'it is away')
    } finally {
      replica.looking = false
    }
  }

  /** What the primary had written as long ago as a replica may lag. */
  #required(): LogPosition {
    const maxLag = this.options.maxLag ?? MAX_LAG
    const [oldest] = this.#history
    return oldest && oldest.at <= Date.now() - maxLag ? oldest.position : 0n
  }

  #leaveOut(replica: Watched<R>, why: string): void {
    if (replica.reached === undefined) return
    replica.reached = undefined
    this.options.notice(`replica ${replica.name} is left out: ${why}.`)
  }
}
