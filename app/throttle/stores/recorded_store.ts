/**
 * Stores ledgers outside PostgreSQL and also records the daily usage of accounts in
 * PostgreSQL. The usage report is therefore the same for all stores, after switching the
 * store, and after this store loses its data.
 *
 * Daily counts only grow, so merging keeps the larger count. When a process first loads a
 * ledger, it merges the counts from PostgreSQL. New counts are written to PostgreSQL every
 * second and on shutdown. If a process is killed, counts of at most the last second are
 * written with the account's next request.
 */
import { LRUCache } from 'lru-cache'
import { encodeLedger, openLedger } from '../ledger_codec.js'
import type { Clock } from '../throttle.js'
import type { UsageDays } from '../ledger.js'
import type { LedgerChange, LedgerStore, StoredLedger } from './ledger_store.js'

const WRITE_EVERY = 1_000
/** Ledgers per lock. */
const WRITTEN_TOGETHER = 200
/** Maximum number of callers whose days are known to be merged; others are read again. */
const MAX_KNOWN = 50_000

export interface RecordedStoreOptions {
  clock?: Clock
  /** Called when days couldn't be written; the write is retried. */
  failed?: (error: unknown) => void
}

export class RecordedStore implements LedgerStore {
  readonly #known = new LRUCache<string, true>({ max: MAX_KNOWN })
  #unwritten = new Map<string, Buffer>()
  #writing: Promise<void> = Promise.resolve()
  readonly #clock: Clock
  readonly #timer: NodeJS.Timeout

  constructor(
    readonly ledgers: LedgerStore,
    readonly history: LedgerStore,
    readonly options: RecordedStoreOptions = {}
  ) {
    this.#clock = options.clock ?? Date.now
    this.#timer = setInterval(() => void this.write().catch(this.#failed), WRITE_EVERY).unref()
  }

  async load(callers: readonly string[]): Promise<StoredLedger[]> {
    const stored = await this.ledgers.load(callers)
    return this.#merged(callers, stored, await this.#recorded(callers, stored))
  }

  async save(changes: readonly LedgerChange[]): Promise<boolean> {
    const isSaved = await this.ledgers.save(changes)
    if (isSaved) this.#note(changes)
    return isSaved
  }

  async saveAlone(
    callers: readonly string[],
    change: (stored: StoredLedger[]) => LedgerChange[]
  ): Promise<void> {
    // Read before locking, so that no lock is held while PostgreSQL responds.
    const recorded = await this.#recorded(callers, await this.ledgers.load(callers))
    let changes: LedgerChange[] = []
    await this.ledgers.saveAlone(
      callers,
      (stored) => (changes = change(this.#merged(callers, stored, recorded)))
    )
    this.#note(changes)
  }

  /** @throws the PostgreSQL error; unwritten counts are kept */
  write(): Promise<void> {
    this.#writing = this.#writing.catch(() => {}).then(() => this.#write())
    return this.#writing
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.write().catch(this.#failed)
    await this.history.close()
    await this.ledgers.close()
  }

  /**
   * The days in PostgreSQL of callers that this process hasn't merged or whose ledger is
   * missing.
   */
  async #recorded(
    callers: readonly string[],
    stored: readonly StoredLedger[]
  ): Promise<Map<string, UsageDays>> {
    const unknown = callers.filter(
      (caller, place) => isAccount(caller) && (!stored[place]!.bytes || !this.#known.has(caller))
    )
    const recorded = unknown.length ? await this.history.load(unknown) : []
    return new Map(unknown.map((caller, place) => [caller, daysOf(recorded[place]!.bytes)]))
  }

  #merged(
    callers: readonly string[],
    stored: readonly StoredLedger[],
    recorded: ReadonlyMap<string, UsageDays>
  ): StoredLedger[] {
    return stored.map((one, place) => {
      const before = recorded.get(callers[place]!)
      if (!before?.lifetime) return one
      const ledger = openLedger(one.bytes)
      ledger.days.merge(before)
      return { ...one, bytes: encodeLedger(ledger, this.#clock()) }
    })
  }

  /** Saved ledgers include the days from PostgreSQL, which were merged on load. */
  #note(changes: readonly LedgerChange[]): void {
    for (const { caller, bytes } of changes) {
      if (!isAccount(caller)) continue
      this.#known.set(caller, true)
      this.#unwritten.set(caller, bytes)
    }
  }

  async #write(): Promise<void> {
    const taken = this.#unwritten
    this.#unwritten = new Map()
    const callers = [...taken.keys()].sort()
    while (callers.length) {
      const part = callers.slice(0, WRITTEN_TOGETHER)
      try {
        await this.history.saveAlone(part, (stored) =>
          part.map((caller, place) => {
            const { version, bytes } = stored[place]!
            const ledger = openLedger(bytes)
            ledger.days.merge(daysOf(taken.get(caller)!))
            return { caller, version, bytes: encodeLedger(ledger, this.#clock()) }
          })
        )
      } catch (error) {
        for (const caller of callers)
          if (!this.#unwritten.has(caller)) this.#unwritten.set(caller, taken.get(caller)!)
        throw error
      }
      callers.splice(0, WRITTEN_TOGETHER)
    }
  }

  readonly #failed = (error: unknown) => this.options.failed?.(error)
}

const isAccount = (caller: string) => caller.startsWith('account:')

const daysOf = (bytes: Buffer | null): UsageDays => openLedger(bytes).days
