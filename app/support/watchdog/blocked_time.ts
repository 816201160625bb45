/**
 * How long the event loop of a thread has been blocked, as another thread of
 * the process sees it.
 *
 * Time counts only while the blocked thread had a processor or slept. It does
 * not count while
 * - the whole process stood still (SIGSTOP, a suspended or migrated machine):
 *   the observer was late as well, and a late observation counts as one step;
 * - the thread was ready to run and got no processor, as on an overloaded
 *   machine or above the quota of a container;
 * - it was in uninterruptible sleep, as for a slow disk: a new process would
 *   wait for the same disk, and this one could not even be killed.
 */
export interface LoopSample {
  /** Milliseconds of the monotonic clock. */
  now: number
  /** How often the thread has got through its event loop. */
  beats: number
  /** Milliseconds the thread has waited for a processor since it started; 0 where the system does not say. */
  queued: number
  /** Whether it is in uninterruptible sleep. */
  isOnDisk: boolean
}

export class BlockedTime {
  #last: LoopSample | undefined
  #isOverdue = false
  #blocked = 0

  /** @param longestStep milliseconds that a sample of an overdue loop counts for, at most */
  constructor(readonly longestStep: number) {}

  /** Milliseconds the loop has been blocked at the last sample, at least; 0 for one that continued. */
  get milliseconds(): number {
    return this.#blocked
  }

  /** Whether the thread has not got through its loop between the last two samples. */
  get isOverdue(): boolean {
    return this.#isOverdue
  }

  /**
   * Samples of a loop that is not overdue are as far apart as its beats, or
   * farther: one without a beat since the sample before says only that the loop is overdue.
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
