/**
 * A consistent view of an index. Typesense has no transactions, so each row
 * stores its first and last visible generation, and a state document stores the
 * current generation. Each request reads this document first and last, on the
 * same node. If the generation differs from that at the start of the search,
 * the search restarts.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { IndexMissing, SearchTooSlow } from '../../engine.js'
import {
  CollectionNotFound,
  SEARCHES_AT_ONCE,
  type Cluster,
  type Found,
  type Limits,
  type One,
} from './cluster.js'

export interface State {
  /** Name of the collection; later ones are greater. */
  build: string
  generation: number
  checkpoint: string | null
}

/** Pause before retrying a lagging node. */
const PAUSE = 20
/** Milliseconds of retries before an index counts as missing. */
const MISSING_AFTER = 300
/** Milliseconds after which a state older than the last seen one is accepted. */
const FORGOTTEN_AFTER = 30_000

/** The data read belongs to a later state. */
class Changed extends Error {}

export class Snapshots {
  /** The latest known state, and since when only older ones have been seen. */
  readonly #latest = new Map<string, { state: State; missedSince: number | null }>()

  /** @param alias of the live index */
  constructor(
    readonly cluster: Cluster,
    readonly alias: (index: string) => string
  ) {}

  /** Records a commit of this process: older states are no longer used. */
  saw(index: string, state: State): void {
    const latest = this.#latest.get(index)
    if (!latest || isAsNew(state, latest.state))
      this.#latest.set(index, { state, missedSince: null })
  }

  /**
   * Runs a search on one state, and reruns it if the state changes.
   *
   * @throws IndexMissing, SearchTooSlow
   */
  async read<T>(
    index: string,
    limits: Limits,
    run: (snapshot: Snapshot) => Promise<T>
  ): Promise<T> {
    for (;;) {
      const state = this.#latest.get(index)?.state ?? (await this.current(index, limits))
      try {
        const lagged = () => this.#missed(index)
        const snapshot = new Snapshot(this.cluster, this.alias(index), state, limits, lagged)
        const found = await run(snapshot)
        const latest = this.#latest.get(index)
        if (latest) latest.missedSince = null
        return found
      } catch (error) {
        if (!(error instanceof Changed)) throw error
      }
      await this.current(index, limits)
    }
  }

  /** The current state. @throws IndexMissing, SearchTooSlow */
  async current(index: string, limits: Limits): Promise<State> {
    const missingFrom = performance.now() + MISSING_AFTER
    for (;;) {
      const state = await this.#ask(index, limits).catch((error: unknown) => {
        // The node may not have received it yet.
        if (error instanceof IndexMissing && performance.now() < missingFrom) return null
        throw error
      })
      if (state) return state
      if (performance.now() + PAUSE > limits.endsAt)
        throw new SearchTooSlow('The search engine is catching up.')
      await wait(PAUSE)
    }
  }

  /** Null if the node that responded lags. */
  async #ask(index: string, limits: Limits): Promise<State | null> {
    const latest = this.#latest.get(index)
    const state = await this.cluster
      .search([stateSearch(this.alias(index))], limits)
      .then(([found]) => parseIndexState(found))
      .catch((error: unknown) => {
        if (error instanceof CollectionNotFound) return null
        throw error
      })
    if (state && state.checkpoint !== null && (!latest || isAsNew(state, latest.state))) {
      this.#latest.set(index, { state, missedSince: null })
      return state
    }
    if (latest) this.#missed(index)
    if (this.#latest.has(index)) return null
    if (!state || state.checkpoint === null) throw new IndexMissing(index)
    return state
  }

  /** A node that should show the latest state didn't. */
  #missed(index: string): void {
    const latest = this.#latest.get(index)
    if (!latest) return
    latest.missedSince ??= Date.now()
    if (Date.now() - latest.missedSince >= FORGOTTEN_AFTER) this.#latest.delete(index)
  }
}

/** Searches to send in the next request. */
interface Call {
  searches: Omit<One, 'collection'>[]
  resolve: (answers: Found[]) => void
  reject: (error: unknown) => void
}

/** Reads in one state. */
export class Snapshot {
  #calls: Call[] = []

  constructor(
    readonly cluster: Pick<Cluster, 'searchAny'>,
    /** Name of the collection, or an alias of it. */
    readonly collection: string,
    readonly state: State,
    readonly limits: Limits,
    /** Called when a queried node lags. */
    readonly lagged: () => void = () => {}
  ) {}

  /** Part of a filter: rows that are visible in this state. */
  get seen(): string {
    const { generation } = this.state
    return `(since:<=${generation} && until:>${generation})`
  }

  /**
   * Responses in the order of the searches. Calls that start together share a request.
   *
   * @throws SearchTooSlow
   */
  search(searches: Omit<One, 'collection'>[]): Promise<Found[]> {
    return new Promise((resolve, reject) => {
      const calls = this.#calls.push({ searches, resolve, reject })
      if (calls === 1) setImmediate(() => void this.#answerCalls())
    })
  }

  async #answerCalls(): Promise<void> {
    const calls = this.#calls
    this.#calls = []
    try {
      const answers = await this.#ask(calls.flatMap(({ searches }) => searches))
      for (const { searches, resolve } of calls) resolve(answers.splice(0, searches.length))
    } catch (error) {
      for (const { reject } of calls) reject(error)
    }
  }

  async #ask(searches: Omit<One, 'collection'>[]): Promise<Found[]> {
    const { cluster, collection } = this
    const portions = []
    for (let at = 0; at < searches.length; at += SEARCHES_AT_ONCE)
      portions.push(searches.slice(at, at + SEARCHES_AT_ONCE))
    const answers: Found[] = []
    for (const portion of portions) {
      const state = stateSearch(collection)
      const own = portion.map((one) => ({ ...one, collection }) as One)
      const found = await this.#ofState(cluster, [state, ...own, state])
      answers.push(...found.slice(1, -1))
    }
    return answers
  }

  /** Responses of a node with the current state; if it lags, the next node is queried. */
  async #ofState(cluster: Pick<Cluster, 'searchAny'>, searches: One[]): Promise<Found[]> {
    for (;;) {
      const found = await cluster.searchAny(searches, this.limits)
      const [before, after] = [parseIndexState(found[0]), parseIndexState(found.at(-1))]
      const isComplete = found.every((answer) => answer !== null)
      if (isComplete && isSame(before, this.state) && isSame(after, this.state)) return found
      for (const one of [before, after])
        if (one && !isSame(one, this.state) && isAsNew(one, this.state)) throw new Changed()
      this.lagged()
      if (performance.now() + PAUSE > this.limits.endsAt)
        throw new SearchTooSlow('The search engine is catching up.')
      await wait(PAUSE)
    }
  }
}

export function stateSearch(collection: string): One {
  return { collection, q: '*', filter_by: 'kind:=state', per_page: 1 }
}

export function parseIndexState(found: Found | null | undefined): State | null {
  const document = found?.hits[0]?.document
  if (!document) return null
  const { build, generation, checkpoint } = document
  return {
    build: String(build),
    generation: Number(generation),
    checkpoint: typeof checkpoint === 'string' ? checkpoint : null,
  }
}

function isSame(one: State | null, other: State): boolean {
  return one?.build === other.build && one.generation === other.generation
}

function isAsNew(one: State, other: State): boolean {
  return one.build === other.build ? one.generation >= other.generation : one.build > other.build
}
