/** The collection that a writer writes, and its generations. */
import { randomBytes } from 'node:crypto'
import type { Cluster } from './cluster.js'
import { fetchRows } from './fetch_rows.js'
import { Lease } from './lease.js'
import { FOREVER, type Layout } from './schema.js'
import { Snapshot, parseIndexState, stateSearch, type State } from './snapshot.js'

const PATIENCE = 60_000

export type TargetName = 'live' | 'rebuild'

export class Target {
  #state: State | null = null
  #lease: Lease | null = null

  constructor(
    readonly cluster: Cluster,
    readonly layout: Layout,
    readonly name: TargetName
  ) {}

  /** State of the last commit. */
  get state(): State {
    return this.#state ?? { build: '', generation: 0, checkpoint: null }
  }

  /** The generation that is being written. */
  get next(): number {
    return this.state.generation + 1
  }

  /** Whether nothing has been committed yet. */
  get isEmpty(): boolean {
    return this.state.generation === 0
  }

  get #alias(): string {
    return getTargetAlias(this.cluster, this.layout, this.name)
  }

  get #collection(): string {
    return getCollectionName(this.cluster, this.layout, this.state.build)
  }

  /** @throws IndexBeingWritten */
  async open(): Promise<void> {
    this.#lease = await acquireLease(this.cluster, this.layout, this.name)
    try {
      const states = await loadIndexStates(this.#lease, this.layout)
      this.#state = states[this.name]
      // Cleans up a swap that was interrupted after the rebuilt index became the live one.
      if (this.name === 'rebuild' && states.rebuild?.build === states.live?.build)
        this.#state = null
      if (!this.#state) await this.#create(states.live?.build ?? '')
      else if (await this.#hasLeftovers()) await this.undo()
    } catch (error) {
      await this.close()
      throw error
    }
  }

  async import(
    documents: Parameters<Cluster['import']>[1],
    action: Parameters<Cluster['import']>[2]
  ): Promise<void> {
    this.#lease!.check()
    await this.cluster.import(this.#collection, documents, action)
  }

  /** Reads the last commit. No other process writes the state, so a node without it lags. */
  read<T>(run: (snapshot: Snapshot) => Promise<T>): Promise<T> {
    const endsAt = performance.now() + PATIENCE
    return run(new Snapshot(this.cluster, this.#collection, this.state, { endsAt }))
  }

  /** @param hasEnded whether rows that are no longer visible can be removed */
  async commit(checkpoint: string, hasEnded: boolean): Promise<void> {
    this.#lease!.check()
    const state = { ...this.state, generation: this.next, checkpoint }
    await this.#putState(state)
    this.#state = state
    if (hasEnded) await this.cluster.removeWhere(this.#collection, `until:<=${state.generation}`)
  }

  /** Removes everything written since the last commit. */
  async undo(): Promise<void> {
    await this.#lease!.renew()
    await this.#lease!.settled([])
    const { generation } = this.state
    const ended = await this.#settledRead(async (snapshot) =>
      fetchRows(snapshot, `until:[${generation + 1}..${FOREVER - 1}]`, {
        most: Infinity,
        include: ['id'],
      })
    )
    const ids = ended.rows.map(({ id }) => ({ id: String(id), until: FOREVER }))
    if (ids.length) await this.import(ids, 'update')
    await this.cluster.removeWhere(this.#collection, `since:>${generation}`)
  }

  async close(): Promise<void> {
    await this.#lease?.release()
    this.#lease = null
  }

  async #hasLeftovers(): Promise<boolean> {
    const { generation } = this.state
    const [found] = await this.#lease!.settled([
      {
        ...{ collection: this.#collection, q: '*', per_page: 0 },
        filter_by: `(since:>${generation} || until:[${generation + 1}..${FOREVER - 1}])`,
      },
    ])
    return found!.found > 0
  }

  /** Reads everything written so far, committed or not. */
  async #settledRead<T>(run: (snapshot: Snapshot) => Promise<T>): Promise<T> {
    const lease = this.#lease!
    const settled = {
      searchAny: (searches: Parameters<Cluster['searchAny']>[0]) => lease.settled(searches),
    }
    const endsAt = performance.now() + PATIENCE
    return run(new Snapshot(settled, this.#collection, this.state, { endsAt }))
  }

  async #create(live: string): Promise<void> {
    const now = `${String(Date.now()).padStart(14, '0')}${randomBytes(3).toString('hex')}`
    const build = now > live ? now : `${live}0`
    this.#state = { build, generation: 0, checkpoint: null }
    await this.cluster.createCollection(this.layout.schema(this.#collection))
    await this.#putState(this.#state)
    await this.cluster.setAlias(this.#alias, this.#collection)
  }

  async #putState(state: State): Promise<void> {
    await this.cluster.put(this.#collection, { id: 'state', kind: 'state', ...state })
  }
}

export function getTargetAlias({ prefix }: Cluster, layout: Layout, name: TargetName): string {
  return name === 'live' ? layout.alias(prefix) : `${layout.alias(prefix)}-next`
}

export function getCollectionName({ prefix }: Cluster, layout: Layout, build: string): string {
  return `${layout.alias(prefix)}-${build}`
}

/** @throws IndexBeingWritten */
export function acquireLease(cluster: Cluster, layout: Layout, name: TargetName): Promise<Lease> {
  const { name: index } = layout.index
  const id = `${layout.alias('')}-${name}`.replace(/[^a-z0-9]/g, '')
  return Lease.take(cluster, id, index)
}

/** The existing index, including everything written before the lease was acquired. */
export async function loadIndexStates(
  lease: Lease,
  layout: Layout
): Promise<Record<TargetName, State | null>> {
  const [live, rebuild] = await lease.settled(
    (['live', 'rebuild'] as const).map((name) =>
      stateSearch(getTargetAlias(lease.cluster, layout, name))
    )
  )
  return { live: parseIndexState(live), rebuild: parseIndexState(rebuild) }
}
