/**
 * The throttle of a single process. Ledgers are kept in memory and saved to the database every
 * second and on shutdown. While it runs, no other process may write them, which `LedgerUse` ensures.
 */
import { decideAdmission, type Admission, type Charge, type Decision } from './admission.js'
import type { Ledger } from './ledger.js'
import { encodeLedger, openLedger } from './ledger_codec.js'
import type { PostgresStore } from './stores/postgres_store.js'
import {
  countDecision,
  callerStatus,
  type CallerStatus,
  type Clock,
  type Throttle,
} from './throttle.js'

/** Maximum number of ledgers in memory; others are loaded again when their caller returns. */
const MAX_KEPT = 50_000
const WRITE_EVERY = 1_000
/** Ledgers per statement. */
const WRITTEN_TOGETHER = 500

export interface MemoryThrottleOptions {
  clock?: Clock
  /** Called when ledgers couldn't be written; the write is retried. */
  failed?: (error: unknown) => void
  /** Called after the final write. */
  closed?: () => Promise<void>
}

export class MemoryThrottle implements Throttle {
  readonly store = 'memory'
  readonly #ledgers = new Map<string, Ledger>()
  readonly #loading = new Map<string, Promise<Ledger>>()
  readonly #clock: Clock
  readonly #timer: NodeJS.Timeout
  #unsaved = new Set<string>()
  #beingWritten = new Set<string>()
  #writing: Promise<void> = Promise.resolve()

  constructor(
    readonly behind: Pick<PostgresStore, 'load' | 'overwrite' | 'close'>,
    readonly options: MemoryThrottleOptions = {}
  ) {
    this.#clock = options.clock ?? Date.now
    this.#timer = setInterval(() => void this.#write().catch(this.#failed), WRITE_EVERY).unref()
  }

  admit(admission: Admission): Decision | Promise<Decision> {
    const ledger = this.#ledgers.get(admission.caller)
    if (ledger) return this.#decide(ledger, admission)
    return this.#load(admission.caller).then((loaded) => this.#decide(loaded, admission))
  }

  async inspect(caller: string, charges: readonly Omit<Charge, 'cost'>[]): Promise<CallerStatus> {
    const ledger = this.#ledgers.get(caller) ?? (await this.#load(caller))
    return callerStatus(ledger, charges, this.#clock())
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.#write().catch(this.#failed)
    await this.behind.close()
    await this.options.closed?.()
  }

  #decide(ledger: Ledger, admission: Admission): Decision {
    const decision = decideAdmission(ledger, admission, this.#clock())
    countDecision(admission, decision)
    if (!decision.refusedBy) {
      this.#ledgers.set(admission.caller, ledger)
      this.#unsaved.add(admission.caller)
    }
    return decision
  }

  /** Loads a ledger once for all pending requests of its caller. */
  #load(caller: string): Promise<Ledger> {
    const running = this.#loading.get(caller)
    if (running) return running
    const loading = this.behind
      .load([caller])
      .then(([stored]) => {
        const ledger = openLedger(stored!.bytes)
        this.#makeRoom()
        this.#ledgers.set(caller, ledger)
        return ledger
      })
      .finally(() => this.#loading.delete(caller))
    this.#loading.set(caller, loading)
    return loading
  }

  /** Evicts the oldest ledgers that are saved. */
  #makeRoom(): void {
    if (this.#ledgers.size < MAX_KEPT) return
    for (const caller of this.#ledgers.keys()) {
      if (this.#unsaved.has(caller) || this.#beingWritten.has(caller)) continue
      this.#ledgers.delete(caller)
      if (this.#ledgers.size < MAX_KEPT * 0.9) return
    }
  }

  #write(): Promise<void> {
    this.#writing = this.#writing.catch(() => {}).then(() => this.#writeUnsaved())
    return this.#writing
  }

  async #writeUnsaved(): Promise<void> {
    const callers = [...this.#unsaved]
    while (callers.length) {
      const part = callers.splice(0, WRITTEN_TOGETHER).sort()
      const now = this.#clock()
      const changes = part.map((caller) => ({
        caller,
        bytes: encodeLedger(this.#ledgers.get(caller)!, now),
      }))
      for (const caller of part) this.#unsaved.delete(caller)
      this.#beingWritten = new Set(part)
      try {
        await this.behind.overwrite(changes)
      } catch (error) {
        for (const caller of part) this.#unsaved.add(caller)
        throw error
      } finally {
        this.#beingWritten.clear()
      }
    }
  }

  readonly #failed = (error: unknown) => this.options.failed?.(error)
}
