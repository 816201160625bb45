/**
 * Typesense as the search engine, for archives that outgrow one machine. All of its data is
 * derived; words and values are analyzed by Curia, as for the embedded engine.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import {
  EngineUnavailable,
  IndexMissing,
  SearchTooSlow,
  type EngineAnswer,
  type EngineHealth,
  type EngineSearch,
  type Frequencies,
  type FrequencyQuestion,
  type IndexHealth,
  type IndexListener,
  type IndexWriter,
  type Neighbour,
  type NeighbourSearch,
  type OpenEngine,
  type SearchEngine,
} from '../../engine.js'
import { Cluster, OLDEST_SERVER, type ClusterOptions, type Limits } from './cluster.js'
import { joinWithAnd, filterText } from './filter.js'
import { IndexWatch } from './index_watch.js'
import { Lease } from './lease.js'
import { findNeighbours } from './neighbours.js'
import { MAX_RANKED } from './refused.js'
import { Resolver } from './resolve.js'
import { indexPrefix, Layout } from './schema.js'
import { RowCounts, SEARCHED } from './row_counts.js'
import { runSearch } from './search.js'
import { Snapshots, parseIndexState, stateSearch, type Snapshot } from './snapshot.js'
import {
  getTargetAlias,
  getCollectionName,
  loadIndexStates,
  acquireLease,
  Target,
  type TargetName,
} from './target.js'
import { Vocabulary } from './vocabulary.js'
import { TypesenseWriter } from './writer.js'

/** Maximum number of leaves and operators in a filter: our limit, and a server's default. */
const OPERATIONS = { asked: 2_000, standard: 100 }
/** Timeout in milliseconds of requests other than searches. */
const PATIENCE = 15_000
const CLOSED_WITHIN = 5_000

export interface TypesenseOptions extends ClusterOptions {
  /** Number of newest matches that a search by score ranks. */
  mostRanked?: number
}

/** The engine of a cluster; sends no request before the first use. */
export function typesenseEngine(options: TypesenseOptions): OpenEngine {
  return async ({ indexes }) =>
    new TypesenseEngine(
      new Cluster(options),
      indexes.map((index) => new Layout(index)),
      options.mostRanked ?? MAX_RANKED
    )
}

class TypesenseEngine implements SearchEngine {
  readonly #layouts: Map<string, Layout>
  readonly #known: Map<string, { vocabulary: Vocabulary; counts: RowCounts }>
  readonly #snapshots: Snapshots
  readonly #writers = new Set<IndexWriter>()
  readonly #watch: IndexWatch
  #ready: Promise<{ version: string; mostOperations: number }> | null = null

  constructor(
    readonly cluster: Cluster,
    layouts: Layout[],
    readonly mostRanked: number
  ) {
    this.#layouts = new Map(layouts.map((layout) => [layout.index.name, layout]))
    this.#known = new Map(
      layouts.map(({ index }) => [
        index.name,
        { vocabulary: new Vocabulary(), counts: new RowCounts() },
      ])
    )
    this.#snapshots = new Snapshots(cluster, (index) => this.#layout(index).alias(cluster.prefix))
    this.#watch = new IndexWatch([...this.#layouts.keys()], async (index) => {
      await this.#prepared()
      return this.#snapshots.current(index, limitsOf({ deadline: PATIENCE }))
    })
  }

  search(search: EngineSearch): Promise<EngineAnswer> {
    return this.#read(search, (resolver) => runSearch(resolver, search, this.mostRanked))
  }

  neighbours(search: NeighbourSearch): Promise<Neighbour[]> {
    return this.#read(search, (resolver) => findNeighbours(resolver, search))
  }

  frequencies({ trees, ...question }: FrequencyQuestion): Promise<Frequencies> {
    return this.#read(question, async (resolver) => {
      const { snapshot } = resolver
      const rows = joinWithAnd(SEARCHED, snapshot.seen)
      const resolved = []
      for (const tree of trees) resolved.push(await resolver.resolve(tree))
      const filters = resolved.map((tree) => {
        if (tree.op === 'none') return 'kind:=nothing'
        return tree.op === 'all' ? rows : joinWithAnd(rows, filterText(tree))
      })
      const [all, ...having] = await snapshot.search(
        [rows, ...filters].map((filter) => ({ q: '*', filter_by: filter, per_page: 0 }))
      )
      return { rows: all!.found, frequencies: having.map(({ found }) => found) }
    })
  }

  async openWriter(index: string, name: TargetName): Promise<IndexWriter> {
    const layout = this.#layout(index)
    await this.#prepared()
    const target = new Target(this.cluster, layout, name)
    const writer = await TypesenseWriter.open(target, layout, () => {
      if (name === 'live') this.#changed(index, target)
    })
    this.#writers.add(writer)
    return writer
  }

  async discardRebuild(index: string): Promise<void> {
    const layout = this.#layout(index)
    await this.#prepared()
    const lease = await acquireLease(this.cluster, layout, 'rebuild')
    try {
      const { live, rebuild } = await loadIndexStates(lease, layout)
      await this.cluster.dropAlias(getTargetAlias(this.cluster, layout, 'rebuild'))
      if (rebuild && rebuild.build !== live?.build)
        await this.cluster.dropCollection(getCollectionName(this.cluster, layout, rebuild.build))
    } finally {
      await lease.release()
    }
  }

  async swap(index: string): Promise<void> {
    const layout = this.#layout(index)
    await this.#prepared()
    const lease = await acquireLease(this.cluster, layout, 'rebuild')
    try {
      const { rebuild } = await loadIndexStates(lease, layout)
      if (!rebuild || rebuild.checkpoint === null) throw new IndexMissing(index)
      const collection = getCollectionName(this.cluster, layout, rebuild.build)
      await this.cluster.setAlias(getTargetAlias(this.cluster, layout, 'live'), collection)
      await this.cluster.dropAlias(getTargetAlias(this.cluster, layout, 'rebuild'))
      this.#snapshots.saw(index, rebuild)
      this.#watch.changed(index, rebuild)
      const prefix = indexPrefix(this.cluster.prefix, index)
      for (const name of await this.cluster.collectionNames())
        if (name.startsWith(prefix) && name !== collection) await this.cluster.dropCollection(name)
    } finally {
      await lease.release()
    }
  }

  onChange(listener: IndexListener): () => void {
    return this.#watch.add(listener)
  }

  async health(): Promise<EngineHealth> {
    const { version } = await this.#prepared()
    const layouts = [...this.#layouts.values()]
    const indexes = await Promise.all(layouts.map((layout) => this.#healthOf(layout)))
    return { engine: 'typesense', version: `Typesense ${version}`, indexes }
  }

  async close(): Promise<void> {
    this.#watch.close()
    const closed = [...this.#writers].map((writer) => writer.close().catch(() => {}))
    // An unreachable cluster must not delay a shutdown: the next writer cleans up.
    await Promise.race([Promise.all(closed), wait(CLOSED_WITHIN, undefined, { ref: false })])
  }

  async #healthOf(layout: Layout): Promise<IndexHealth> {
    const { name: index } = layout.index
    const limits = limitsOf({ deadline: PATIENCE })
    const [next] = await this.cluster.searchAny(
      [stateSearch(getTargetAlias(this.cluster, layout, 'rebuild'))],
      limits
    )
    const rebuild = parseIndexState(next)
    const nothing = { documents: 0, chunks: 0, checkpoint: null }
    const counted = await this.#snapshots
      .read(index, limits, async (snapshot) => {
        const { build, checkpoint } = await this.#snapshots.current(index, limits)
        const [rows, chunks] = await snapshot.search(
          [SEARCHED, 'kind:=chunk'].map((kind) => ({
            ...{ q: '*', per_page: 0, filter_by: joinWithAnd(kind, snapshot.seen) },
          }))
        )
        return { build, documents: rows!.found, chunks: chunks!.found, checkpoint }
      })
      .catch((error: unknown) => {
        if (error instanceof IndexMissing) return { ...nothing, build: null }
        throw error
      })
    const { build, ...state } = counted
    const rebuilding = rebuild !== null && rebuild.build !== build
    // The server reports only its total memory.
    return { index, ...state, bytes: 0, rebuilding, damaged: null }
  }

  #changed(index: string, { state }: Target): void {
    this.#snapshots.saw(index, state)
    this.#watch.changed(index, state)
  }

  async #read<T>(
    search: { index: string; deadline: number; signal?: AbortSignal },
    run: (resolver: Resolver) => Promise<T>
  ): Promise<T> {
    const layout = this.#layout(search.index)
    const limits = limitsOf(search)
    if (search.deadline <= 0 || search.signal?.aborted)
      throw new SearchTooSlow('The search timed out before it started.')
    const { mostOperations } = await this.#prepared()
    const { vocabulary, counts } = this.#known.get(search.index)!
    const onSnapshot = (snapshot: Snapshot) =>
      run(new Resolver(layout, snapshot, vocabulary, counts, mostOperations))
    return this.#snapshots.read(search.index, limits, onSnapshot)
  }

  #layout(index: string): Layout {
    const layout = this.#layouts.get(index)
    if (!layout) throw new IndexMissing(index)
    return layout
  }

  #prepared() {
    this.#ready ??= this.#prepare().catch((error: unknown) => {
      this.#ready = null
      throw error
    })
    return this.#ready
  }

  /** @throws EngineUnavailable, including for a server that is too old */
  async #prepare() {
    const { cluster } = this
    const version = await cluster.version()
    if (Number.parseInt(version.replace(/^v/, ''), 10) < OLDEST_SERVER)
      throw new EngineUnavailable(
        `Typesense ${version} is too old: ${OLDEST_SERVER} or later is required, since earlier versions do not support phrases.`,
        true
      )
    const leases = Lease.collection(cluster)
    await cluster.createCollection(Lease.schema(cluster))
    // A node that has just started has read only part of its log until it returns this
    // document.
    const id = `m${randomUUID().replaceAll('-', '')}`
    await cluster.put(leases, { id, owner: id, beat: 0, ends: Date.now() })
    const limits = limitsOf({ deadline: PATIENCE })
    const probe = Array.from({ length: OPERATIONS.standard }, () => `beat:=0`)
    for (;;) {
      const [found] = await cluster.searchAny(
        [{ collection: leases, q: '*', filter_by: `id:=${id}`, per_page: 1 }],
        limits
      )
      if (found?.found) break
      await wait(20)
    }
    const mostOperations = await cluster
      .searchAny(
        [{ collection: leases, q: '*', filter_by: joinWithAnd(...probe), per_page: 0 }],
        limits
      )
      .then(() => OPERATIONS.asked)
      .catch(() => OPERATIONS.standard)
    await cluster.removeWhere(leases, `id:=${id}`)
    return { version, mostOperations }
  }
}

function limitsOf({ deadline, signal }: { deadline: number; signal?: AbortSignal }): Limits {
  return { endsAt: performance.now() + deadline, signal }
}
