/**
 * Waits for changes without a database connection: waiting requests share the connection for
 * notifications.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { PgNotifications } from '#app/database/notifications'
import { CHANGE_CHANNEL } from './consumers.js'

/** Milliseconds between two reads without notifications. */
const POLL_INTERVAL = 1_000
/** Milliseconds in which changes accumulate before waiting requests read the log. */
const GATHERED = 30
/** Milliseconds per waiting request, so that many of them don't read at the same time. */
const GATHERED_EACH = 2

export class ChangeWatch {
  #changed = new AbortController()
  #isListening = false
  #started: Promise<void> | undefined
  #waiting = 0

  constructor(readonly notifications: Pick<PgNotifications, 'listen'>) {}

  /**
   * Starts to listen. Changes that are committed after the call end the returned wait.
   *
   * @returns a wait that resolves after the next change, the timeout, or the signal
   */
  async begin(): Promise<(milliseconds: number, signal: AbortSignal) => Promise<void>> {
    this.#started ??= this.#listen()
    await this.#started.catch((error: unknown) => {
      this.#started = undefined
      throw error
    })
    const { signal: changed } = this.#changed
    return (milliseconds, signal) => this.#wait(changed, milliseconds, signal)
  }

  async #wait(changed: AbortSignal, milliseconds: number, signal: AbortSignal): Promise<void> {
    const longest = this.#isListening ? milliseconds : Math.min(milliseconds, POLL_INTERVAL)
    this.#waiting++
    try {
      if (!changed.aborted) await pause(longest, AbortSignal.any([changed, signal]))
      if (changed.aborted && !signal.aborted)
        await pause(Math.min(longest, GATHERED + this.#waiting * GATHERED_EACH), signal)
    } finally {
      this.#waiting--
    }
  }

  async #listen(): Promise<void> {
    const wake = () => {
      const changed = this.#changed
      this.#changed = new AbortController()
      changed.abort()
    }
    await this.notifications.listen(CHANGE_CHANNEL, {
      onMessage: wake,
      onDisconnect: () => {
        this.#isListening = false
        wake()
      },
      onReconnect: () => {
        this.#isListening = true
        wake()
      },
    })
  }
}

async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  await sleep(milliseconds, undefined, { signal }).catch(() => {})
}
