/**
 * Measures how long the event loop of a thread has been blocked, from another thread of the
 * process.
 *
 * Time counts only while the blocked thread was running or sleeping. It doesn't count while
 *
 * - the whole process was stopped, for example by SIGSTOP or because the machine was
 *   suspended: the observer was late as well, and a late sample counts as one step;
 * - the thread was ready to run but had no CPU, for example on an overloaded machine or above
 *   a container's quota;
 * - it was in uninterruptible sleep, for example because of a slow disk: a new process would
 *   have the same problem, and this one couldn't even be killed.
 */
export interface LoopSample {
  /** Milliseconds of the monotonic clock. */
  now: number
  /** Number of event loop iterations. */
  beats: number
  /** Milliseconds the thread has waited for a CPU since it started; 0 if unknown. */
  queued: number
  /** Whether it is in uninterruptible sleep. */
  isOnDisk: boolean
}

export class BlockedTime {
  #last: LoopSample | undefined
  #isOverdue = false
  #blocked = 0

  /** @param longestStep maximum milliseconds that a sample of an overdue loop counts */
  constructor(readonly longestStep: number) {}

  /** Minimum milliseconds the loop has been blocked at the last sample; 0 if it continued. */
  get milliseconds(): number {
    return this.#blocked
  }

  /** Whether the loop made no progress between the last two samples. */
  get isOverdue(): boolean {
    return this.#isOverdue
  }

  /**
   * Adds a sample. Samples of a loop that isn't overdue must be at least a beat apart, so that
   * a sample without a new beat means that the loop is overdue.
   */
  add(sample: LoopSample): void {
    const last = this.#last
    this.#last = sample
    if (!last || sample.beats !== last.beats) {
      this.#isOverdue = false
      this.#blocked = 0
      return
    }
    if (this.#isOverdue && !sample.isOnDisk) {
      const elapsed = Math.min(sample.now - last.now, this.longestStep)
      this.#blocked += Math.max(0, elapsed - (sample.queued - last.queued))
    }
    this.#isOverdue = true
  }
}
