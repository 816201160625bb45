/**
 * The throttle of several processes that share a store. Requests that arrive during a store
 * operation are batched. Each batch loads the ledgers that aren't cached, decides, and saves
 * the changes if the versions are unchanged. If another process was faster, it decides again
 * on the new state.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import { decideAdmission, type Admission, type Charge, type Decision } from './admission.js'
import type { Ledger } from './ledger.js'
import { encodeLedger, openLedger } from './ledger_codec.js'
import type { LedgerChange, LedgerStore, StoredLedger } from './stores/ledger_store.js'
import {
  countDecision,
  callerStatus,
  type CallerStatus,
  type Clock,
  type Throttle,
} from './throttle.js'

/** Maximum number of requests per batch. */
const MAX_BATCH_SIZE = 200

/** Attempts without a lock. */
const OPEN_ATTEMPTS = 2

/**
 * Maximum number of cached ledgers; a batch needs fewer, and its ledgers are the most recently
 * used.
 */
const MAX_CACHED = 10_000

interface Waiting {
  admission: Admission
  resolve: (decision: Decision) => void
  reject: (error: unknown) => void
}

interface Known {
  version: number
  ledger: Ledger
}

export interface SharedThrottleOptions {
  clock?: Clock
  /** Called when the store is closed. */
  closed?: () => Promise<void>
}

export class SharedThrottle implements Throttle {
  #waiting: Waiting[] = []
  #working = false
  readonly #known = new LRUCache<string, Known>({ max: MAX_CACHED })
  readonly clock: Clock
  readonly #closed: SharedThrottleOptions['closed']

  constructor(
    readonly ledgers: LedgerStore,
    readonly store: string,
    { clock = Date.now, closed }: SharedThrottleOptions = {}
  ) {
    this.clock = clock
    this.#closed = closed
  }

  admit(admission: Admission): Promise<Decision> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ admission, resolve, reject })
      if (this.#working) return
      this.#working = true
      void this.#work()
    })
  }

  async inspect(caller: string, charges: readonly Omit<Charge, 'cost'>[]): Promise<CallerStatus> {
    const [stored] = await this.ledgers.load([caller])
    const { ledger } = opened(stored!)
    return callerStatus(ledger, charges, this.clock())
  }

  async close(): Promise<void> {
    await this.ledgers.close()
    await this.#closed?.()
  }

  async #work(): Promise<void> {
    while (this.#waiting.length) {
      // Batches the requests of the same turn of the event loop.
      await nextTurn()
      const batch = this.#waiting.splice(0, MAX_BATCH_SIZE)
      try {
        const decisions = await this.#decideTogether(batch.map(({ admission }) => admission))
        for (const [place, { admission, resolve }] of batch.entries()) {
          countDecision(admission, decisions[place]!)
          resolve(decisions[place]!)
        }
      } catch (error) {
        // Decisions that weren't saved must not be cached.
        this.#known.clear()
        for (const { reject } of batch) reject(error)
      }
    }
    this.#working = false
  }

  async #decideTogether(admissions: Admission[]): Promise<Decision[]> {
    const callers = [...new Set(admissions.map(({ caller }) => caller))].sort()
    for (let attempt = 1; attempt <= OPEN_ATTEMPTS; attempt++) {
      await this.#learn(callers)
      const { decisions, changes } = this.#decide(admissions)
      if (!changes.length || (await this.ledgers.save(changes))) {
        for (const { caller } of changes) this.#known.get(caller)!.version++
        return decisions
      }
      for (const caller of callers) this.#known.delete(caller)
    }
    return this.#decideAlone(callers, admissions)
  }

  /** Takes a lock, because a busier process could otherwise be faster every time. */
  async #decideAlone(callers: string[], admissions: Admission[]): Promise<Decision[]> {
    let decisions!: Decision[]
    await this.ledgers.saveAlone(callers, (stored) => {
      for (const [place, caller] of callers.entries())
        this.#known.set(caller, opened(stored[place]!))
      const decided = this.#decide(admissions)
      decisions = decided.decisions
      return decided.changes
    })
    // The saved ledgers are loaded again next time.
    for (const caller of callers) this.#known.delete(caller)
    return decisions
  }

  #decide(admissions: Admission[]): { decisions: Decision[]; changes: LedgerChange[] } {
    const now = this.clock()
    const changed = new Set<string>()
    const decisions = admissions.map((admission) => {
      const decision = decideAdmission(this.#known.get(admission.caller)!.ledger, admission, now)
      if (!decision.refusedBy) changed.add(admission.caller)
      return decision
    })
    const changes = [...changed].sort().map((caller) => {
      const { version, ledger } = this.#known.get(caller)!
      return { caller, version, bytes: encodeLedger(ledger, now) }
    })
    return { decisions, changes }
  }

  async #learn(callers: string[]): Promise<void> {
    const unknown = callers.filter((caller) => !this.#known.get(caller))
    if (!unknown.length) return
    const loaded = await this.ledgers.load(unknown)
    for (const [place, caller] of unknown.entries()) this.#known.set(caller, opened(loaded[place]!))
  }
}

function opened({ version, bytes }: StoredLedger): Known {
  return { version, ledger: openLedger(bytes) }
}
