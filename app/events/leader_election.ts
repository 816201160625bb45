/**
 * Leader election among processes: an advisory lock for each name, all on one
 * connection per process. The leader of a name is the process that holds its lock.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { ADVISORY_LOCK_NAMES } from '#app/support/advisory_locks'
import { openLockSession } from '#app/database/advisory_lock'

/** Milliseconds between a candidate's attempts. */
const ATTEMPT_EVERY = 3_000
/** Milliseconds between attempts to connect to the database. */
const RECONNECT_EVERY = 1_000

const KEY = `hashtextextended('${ADVISORY_LOCK_NAMES.consumer}' || name, 0)`

export class LeaderElection {
  /** Names this process wants to lead, and how to resolve their election. */
  readonly #candidates = new Map<string, (term: AbortSignal) => void>()
  readonly #terms = new Map<string, AbortController>()
  readonly #closed = new AbortController()
  #client: pg.Client | undefined
  #asked: Promise<unknown> = Promise.resolve()
  #isRunning = false
  #running = Promise.resolve()
  #nextAttempt = new AbortController()

  constructor(readonly connection: pg.ClientConfig) {}

  /**
   * Waits until this process leads.
   *
   * @param signal withdraws the candidacy
   * @returns the term, aborted when leadership is lost; undefined if the candidacy was withdrawn
   */
  async elect(name: string, signal: AbortSignal): Promise<AbortSignal | undefined> {
    if (signal.aborted) return undefined
    const { promise, resolve } = Promise.withResolvers<AbortSignal | undefined>()
    const giveUp = () => {
      this.#candidates.delete(name)
      resolve(undefined)
    }
    signal.addEventListener('abort', giveUp, { once: true })
    this.#candidates.set(name, resolve)
    this.#nextAttempt.abort()
    if (!this.#isRunning) this.#running = this.#run()
    const term = await promise
    signal.removeEventListener('abort', giveUp)
    return term
  }

  isLeader(name: string): boolean {
    return this.#terms.has(name)
  }

  /** Lets another process lead. */
  async resign(name: string): Promise<void> {
    if (this.#terms.delete(name)) await this.#unlock([name])
  }

  async close(): Promise<void> {
    this.#closed.abort()
    await this.#running
    this.#terms.clear()
    await this.#client?.end().catch(() => {})
  }

  async #run(): Promise<void> {
    this.#isRunning = true
    while (this.#candidates.size && !this.#closed.signal.aborted) {
      this.#nextAttempt = new AbortController()
      const isReached = await this.#attempt().catch(() => false)
      if (!this.#candidates.size) break
      await sleep(isReached ? ATTEMPT_EVERY : RECONNECT_EVERY, undefined, {
        signal: AbortSignal.any([this.#closed.signal, this.#nextAttempt.signal]),
      }).catch(() => {})
    }
    this.#isRunning = false
  }

  /** @returns whether the database responded */
  async #attempt(): Promise<boolean> {
    const client = (this.#client ??= await this.#connect())
    const { rows } = await this.#query<{ name: string }>(
      client,
      `SELECT name FROM unnest($1::text[]) AS name WHERE pg_try_advisory_lock(${KEY})`,
      [...this.#candidates.keys()]
    )
    // The connection may have ended before the response arrived.
    if (this.#client !== client) return false
    const unwanted: string[] = []
    for (const { name } of rows) {
      const elected = this.#candidates.get(name)
      if (!elected) {
        unwanted.push(name)
        continue
      }
      const term = new AbortController()
      this.#terms.set(name, term)
      this.#candidates.delete(name)
      elected(term.signal)
    }
    if (unwanted.length) await this.#unlock(unwanted)
    return true
  }

  async #unlock(names: string[]): Promise<void> {
    if (!this.#client) return
    const unlock = `SELECT pg_advisory_unlock(${KEY}) FROM unnest($1::text[]) AS name`
    await this.#query(this.#client, unlock, names).catch(() => {})
  }

  /** Serializes queries: a client has no queue. */
  #query<R extends pg.QueryResultRow>(
    client: pg.Client,
    text: string,
    names: string[]
  ): Promise<pg.QueryResult<R>> {
    const answer = this.#asked.then(() => client.query<R>(text, [names]))
    this.#asked = answer.catch(() => {})
    return answer
  }

  async #connect(): Promise<pg.Client> {
    const client = await openLockSession(this.connection, 'curia consumers')
    client.once('end', () => {
      if (this.#client === client) this.#client = undefined
      const terms = [...this.#terms.values()]
      this.#terms.clear()
      for (const term of terms) term.abort()
    })
    return client
  }
}
