/** The nodes of a Typesense cluster, through its client. */
import { setTimeout as wait } from 'node:timers/promises'
import { Client, Errors } from 'typesense'
import type { CollectionCreateSchema, SearchParams } from 'typesense'
import { EngineUnavailable, SearchTooSlow } from '../../engine.js'
import type { Stored } from './rows.js'

export interface ClusterOptions {
  /** URLs of the nodes. */
  urls: string[]
  apiKey: string
  /** Prefix of all names in the cluster. */
  prefix?: string
  /** Milliseconds that a write waits for an available node. */
  patience?: number
  /** Milliseconds after which a write without an answer is repeated. */
  attempt?: number
}

/** Oldest server that supports phrases in filters; older ones match each word separately. */
export const OLDEST_SERVER = 30
/** Maximum number of hits per page, and of searches per request. */
export const PER_PAGE = 250
export const SEARCHES_AT_ONCE = 48
const PATIENCE = 120_000
/** Several attempts fit into the patience, because a starting server may never answer the first. */
const ATTEMPT = 15_000
/** Seconds for a change of a whole collection, which takes longer than an import. */
const LONGEST_CHANGE = 60
const LONGEST_PAUSE = 1_000

export type One = SearchParams<Record<string, unknown>> & { collection: string }
export interface Found {
  found: number
  hits: { document: Record<string, unknown>; vector_distance?: number }[]
  groups: { hits: { document: Record<string, unknown> }[] }[]
  /** Values of the first facet. */
  distinct: number
  /** Values of each facet, those with the most documents (or groups) first. */
  facets: { value: string; count: number }[][]
}
export interface Limits {
  /** By `performance.now()`. */
  endsAt: number
  signal?: AbortSignal
}

/** The node that responded has no such collection or alias. */
export class CollectionNotFound extends Error {}

export class Cluster {
  readonly prefix: string
  readonly #reader: Client
  /** Writes documents. */
  readonly #writer: Client
  /** Creates and drops collections, and deletes by filter. */
  readonly #keeper: Client
  readonly #patience: number

  constructor({
    urls,
    apiKey,
    prefix = 'curia',
    patience = PATIENCE,
    attempt = ATTEMPT,
  }: ClusterOptions) {
    const nodes = urls.map((url) => ({ url }))
    const silent = { logLevel: 'silent' as const, healthcheckIntervalSeconds: 1 }
    this.prefix = prefix
    this.#patience = patience
    this.#reader = new Client({
      ...{ nodes, apiKey, ...silent, connectionTimeoutSeconds: 60 },
      ...{ numRetries: 2 * urls.length, retryIntervalSeconds: 0.05 },
    })
    // Retried here with increasing pauses. A separate agent per import would keep sockets open.
    const writing = { nodes, apiKey, ...silent, numRetries: 0, axiosAdapter: 'fetch' as const }
    this.#writer = new Client({ ...writing, connectionTimeoutSeconds: attempt / 1000 })
    this.#keeper = new Client({ ...writing, connectionTimeoutSeconds: LONGEST_CHANGE })
  }

  /**
   * Responses of one node, in the order of the searches.
   *
   * @throws NotThere, SearchTooSlow
   */
  async search(searches: One[], limits: Limits): Promise<Found[]> {
    const answers = await this.searchAny(searches, limits)
    return answers.map((answer) => {
      if (!answer) throw new CollectionNotFound('The collection does not exist.')
      return answer
    })
  }

  /** The same; null if there is no such collection or alias. @throws SearchTooSlow */
  async searchAny(searches: One[], limits: Limits): Promise<(Found | null)[]> {
    const left = Math.ceil(limits.endsAt - performance.now())
    if (left <= 0 || limits.signal?.aborted) throw new SearchTooSlow('The search took too long.')
    const ends = AbortSignal.timeout(left)
    const abortSignal = limits.signal ? AbortSignal.any([limits.signal, ends]) : ends
    const common = {
      enable_analytics: false,
      highlight_fields: 'none',
      max_filter_by_candidates: MAX_CANDIDATES,
      search_cutoff_ms: left,
    }
    let results: unknown[]
    try {
      const answer = await this.#reader.multiSearch.perform<Record<string, unknown>[]>(
        { searches: searches.map((one) => ({ ...common, ...one })) },
        {},
        { abortSignal }
      )
      results = answer.results
    } catch (error) {
      if (abortSignal.aborted) throw new SearchTooSlow('The search took too long.')
      throw describeFailure(error)
    }
    return results.map(foundOf)
  }

  /** The version of one node. */
  async version(): Promise<string> {
    try {
      const { version } = (await this.#reader.debug.retrieve()) as unknown as { version: string }
      return version
    } catch (error) {
      throw describeFailure(error)
    }
  }

  /**
   * Writes whole documents or the given fields of documents. Repeating an
   * import is safe: existing documents aren't created again, and changes of
   * deleted documents are ignored.
   */
  async import(
    collection: string,
    documents: (Partial<Stored> & { id: string })[],
    action: 'create' | 'upsert' | 'update'
  ): Promise<void> {
    let rest = documents
    const allowed = { create: 409, update: 404, upsert: 0 }[action]
    await this.#patiently(async () => {
      const text = rest.map((one) => JSON.stringify(one, withLargeNumbers)).join('\n')
      // The client's own method for imports waits for an answer forever.
      const answer = await this.#writer.apiCall.post<string>(
        `/collections/${encodeURIComponent(collection)}/documents/import`,
        text,
        { action, batch_size: 100 },
        { 'Content-Type': 'text/plain' }
      )
      const lines = answer.split('\n').map((line) => JSON.parse(line) as ImportLine)
      if (lines.length !== rest.length)
        throw new Error('Typesense did not return all lines of an import.')
      const isDone = ({ success, code }: ImportLine) => success || code === allowed
      const { error, code } = lines.find((line) => !isDone(line)) ?? {}
      rest = rest.filter((_, at) => !isDone(lines[at]!))
      if (rest.length) throw new PartlyImported(error ?? 'no reason given', (code ?? 500) < 500)
    })
  }

  /** Creates a document if it doesn't exist. Returns whether it was created. */
  async create(collection: string, document: Record<string, unknown>): Promise<boolean> {
    return this.#patiently(async () => {
      try {
        await this.#writer.collections(collection).documents().create(document)
        return true
      } catch (error) {
        if (error instanceof Errors.ObjectAlreadyExists) return false
        throw error
      }
    })
  }

  /** @returns the number of deleted documents */
  async removeWhere(collection: string, filter: string): Promise<number> {
    return this.#patiently(async () => {
      const documents = this.#keeper.collections(collection).documents()
      return (await documents.delete({ filter_by: filter })).num_deleted
    })
  }

  /** Creates or replaces an alias. */
  async put(collection: string, document: Record<string, unknown>): Promise<void> {
    await this.#patiently(() => this.#writer.collections(collection).documents().upsert(document))
  }

  async collectionNames(): Promise<string[]> {
    const all = await this.#patiently(() => this.#keeper.collections().retrieve())
    return all.map(({ name }) => name)
  }

  async createCollection(schema: CollectionCreateSchema): Promise<void> {
    await this.#patiently(async () => {
      try {
        await this.#keeper.collections().create(schema)
      } catch (error) {
        if (!(error instanceof Errors.ObjectAlreadyExists)) throw error
      }
    })
  }

  async dropCollection(name: string): Promise<void> {
    await this.#patiently(() => unlessGone(this.#keeper.collections(name).delete()))
  }

  async setAlias(alias: string, collection: string): Promise<void> {
    await this.#patiently(() =>
      this.#keeper.aliases().upsert(alias, { collection_name: collection })
    )
  }

  async dropAlias(alias: string): Promise<void> {
    await this.#patiently(() => unlessGone(this.#keeper.aliases(alias).delete()))
  }

  async #patiently<T>(work: () => Promise<T>): Promise<T> {
    const until = Date.now() + this.#patience
    for (let pause = 50; ; pause = Math.min(2 * pause, LONGEST_PAUSE)) {
      try {
        return await work()
      } catch (error) {
        if (isFinal(error) || Date.now() + pause > until) throw describeFailure(error)
        await wait(pause)
      }
    }
  }
}

/** Number of words a prefix in a filter may match; the server's default is 4. */
export const MAX_CANDIDATES = 10_000

interface ImportLine {
  success: boolean
  error?: string
  code?: number
}

class PartlyImported extends Error {
  constructor(
    reason: string,
    readonly isRefused: boolean
  ) {
    super(`Typesense rejected a document: ${reason}`)
  }
}

/** Whether a retry is pointless because the cluster rejected the request. */
function isFinal(error: unknown): boolean {
  if (error instanceof PartlyImported) return error.isRefused
  const { httpStatus } = error as { httpStatus?: number }
  return httpStatus !== undefined && httpStatus >= 400 && httpStatus < 500 && httpStatus !== 408
}

/** Returns an `EngineUnavailable` for a key that is rejected or nodes that don't respond. */
function describeFailure(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof PartlyImported) return error
  const { httpStatus, code } = error as { httpStatus?: number; code?: string }
  if (httpStatus === undefined && code === undefined) return error
  if (httpStatus === 401 || httpStatus === 403)
    return new EngineUnavailable('Typesense rejects the key. Check TYPESENSE_API_KEY.', true)
  if (httpStatus === undefined)
    return new EngineUnavailable(
      `Typesense does not respond (${error.message}). Check TYPESENSE_URLS.`
    )
  return httpStatus >= 500
    ? new EngineUnavailable(`Typesense is not ready (${error.message}).`)
    : error
}

async function unlessGone<T>(asked: Promise<T>): Promise<T | null> {
  try {
    return await asked
  } catch (error) {
    if (error instanceof Errors.ObjectNotFound) return null
    throw error
  }
}

interface Answer {
  code?: number
  error?: string
  found?: number
  hits?: Found['hits']
  grouped_hits?: Found['groups']
  search_cutoff?: boolean
  facet_counts?: { counts: Found['facets'][number]; stats: { total_values?: number } }[]
}

function foundOf(result: unknown): Found | null {
  const answer = result as Answer
  if (answer.code === 404) return null
  if (answer.error !== undefined) throw new Error(`Typesense: ${answer.error}`)
  if (answer.search_cutoff) throw new SearchTooSlow('The search took too long.')
  return {
    found: answer.found ?? 0,
    hits: answer.hits ?? [],
    groups: answer.grouped_hits ?? [],
    distinct: answer.facet_counts?.[0]?.stats.total_values ?? 0,
    facets: answer.facet_counts?.map(({ counts }) => counts) ?? [],
  }
}

function withLargeNumbers(_: string, value: unknown): unknown {
  if (typeof value !== 'bigint') return value
  // Supported by Node since 21, but missing from the types.
  return (JSON as unknown as { rawJSON: (text: string) => unknown }).rawJSON(String(value))
}
