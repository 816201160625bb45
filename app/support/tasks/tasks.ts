/** The task pool of this process, and the lane shared by requests. */
import { availableParallelism, totalmem } from 'node:os'
import { observeLanes } from './metrics.js'
import { TaskLane, type LaneHost, type LaneOptions } from './task_lane.js'
import { TaskPoolClosed } from './task_errors.js'

/** Milliseconds after which an idle thread may be terminated for a thread of another lane. */
const EVICTABLE = 1000

/** Milliseconds within which threads exit when the pool is closed. */
const CLOSE_TIMEOUT = 1000

/**
 * The threads of this process for work whose duration depends on input from outside. Each lane
 * has separate threads and a queue; all lanes share a memory limit.
 */
export class TaskPool implements LaneHost {
  readonly #lanes = new Set<TaskLane>()
  #isClosed = false
  #retry: NodeJS.Timeout | undefined

  /** @param megabytes total limit of all threads */
  constructor(public megabytes: number) {}

  /** Creates a lane. Its threads start with its first task. */
  lane(options: LaneOptions): TaskLane {
    const lane = new TaskLane(this, options)
    // Reserves its memory.
    if (options.work === 'interactive') this.#lanes.add(lane)
    return lane
  }

  /** Lanes that have had tasks. */
  get lanes(): Iterable<TaskLane> {
    return this.#lanes
  }

  /**
   * Called by a lane before it queues a task.
   *
   * @throws TaskPoolClosed
   */
  require(lane: TaskLane): void {
    if (this.#isClosed) throw new TaskPoolClosed()
    this.#lanes.add(lane)
  }

  /**
   * Called by a lane before it starts a thread. Returns whether its memory is available. If
   * not, the lane starts its queued tasks once it is. One background thread may always run.
   */
  admits({ options: { work, megabytes } }: TaskLane): boolean {
    if (work === 'interactive') return true
    const used = [...this.#lanes].reduce((sum, lane) => sum + memoryOf(lane), 0)
    const isAlone = ![...this.#lanes].some((lane) => isBackground(lane) && lane.megabytes > 0)
    if (isAlone || used + megabytes <= this.megabytes) return true
    for (const lane of this.#lanes) if (isBackground(lane) && lane.endIdle(EVICTABLE)) break
    this.#retry ??= setTimeout(() => this.freed(), EVICTABLE)
    return false
  }

  /** Called when a thread has exited, so that queued tasks can use its memory. */
  freed(): void {
    clearTimeout(this.#retry)
    this.#retry = undefined
    for (const lane of this.#lanes) {
      if (isBackground(lane) && !lane.megabytes && !lane.queued) this.#lanes.delete(lane)
      else lane.next()
    }
  }

  /**
   * Terminates all threads within a second. Running, queued, and later tasks fail with
   * TaskPoolClosed.
   */
  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#retry)
    this.#retry = undefined
    let timer: NodeJS.Timeout | undefined
    const timeout = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, CLOSE_TIMEOUT)
    })
    await Promise.race([Promise.all([...this.#lanes].map((lane) => lane.close())), timeout])
    clearTimeout(timer)
  }

  /** Accepts tasks again, for another application in this process. */
  open(): void {
    this.#isClosed = false
  }
}

function isBackground({ options: { work } }: TaskLane): boolean {
  return work === 'background'
}

/** Interactive lanes never wait for memory, so the memory of all their threads always counts. */
function memoryOf(lane: TaskLane): number {
  const { work, threads, megabytes } = lane.options
  return work === 'interactive' ? threads * megabytes : lane.megabytes
}

const MIB = 1024 * 1024
/** Memory of the machine or container in megabytes. */
const AVAILABLE = Math.min(process.constrainedMemory() || Infinity, totalmem()) / MIB
/** Total limit of all threads: half of the memory, but enough for the largest thread. */
const MEGABYTES = Math.min(8192, Math.max(3072, Math.round(AVAILABLE / 2)))

export const taskPool = new TaskPool(MEGABYTES)
observeLanes(() => taskPool.lanes)

/** Short tasks of requests: texts of lookups, documents, and layouts. */
export const interactiveTasks = taskPool.lane({
  name: 'interactive',
  work: 'interactive',
  threads: Math.min(4, Math.max(2, availableParallelism() - 1)),
  megabytes: 512,
  deadline: 30_000,
  idle: 300_000,
  maxQueued: 64,
})
