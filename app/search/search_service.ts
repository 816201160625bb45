/**
 * Runs searches: the engine finds hits, the database loads their records, and
 * both are combined into results.
 */
import type { Reader } from '#app/database/reader'
import type {
  EngineAnswer,
  EngineHit,
  Facets,
  Grain,
  SearchEngine,
} from '#app/search_engine/engine'
import { and, type QueryTree } from '#app/search_engine/query/tree'
import { fuseHits, sortLike } from './fused_hits.js'
import { findPartialMatches } from './partial_matches.js'
import { findSimilar, isQuestion, type SimilarServices } from './semantic/similar_hits.js'
import { RelatedRecords } from './related/related_records.js'
import { sortHitChildren, presentFlat, presentHit } from './results/present.js'
import { readResults, type ResultObject } from './results/result_rows.js'
import { shownRows, type ShownRows } from './results/row_states.js'
import type { SearchCursor } from './request/search_cursor.js'
import type { SearchTypeDefinition } from './define_search_type.js'
import type { SearchRequest } from './request/search_request.js'

/** Results per page (specification, Search). */
export const PAGE_SIZE = 20
/** Hits of each list that are merged. */
const FUSED = 100

export interface PageOptions {
  cursor?: SearchCursor
  count: boolean
  /** Timeout of the engine, in milliseconds. */
  deadline: number
  signal?: AbortSignal
  /** HTML tag for highlights; `mark` by default. */
  tag?: 'mark' | 'strong'
  /** Fields for facet counts. */
  facets?: string[]
  /**
   * Whether results that match most of the words, or are similar in meaning, fill the first
   * page.
   */
  partial?: boolean
}

interface FindOptions extends PageOptions {
  today: string
  /** Where counting may stop, if hits are only counted. */
  countUpTo?: number
  size?: number
  children?: number
  grain?: Grain
}

export interface SearchPage {
  results: ResultObject[]
  count: number | null
  next: SearchCursor | null
  previous: SearchCursor | null
  /** How many of the newest matches were ranked if not all were; null: all. */
  rankedNewest: number | null
  /** Number of results at the end that match only most of the words. */
  partialCount?: number
  /** The rows it shows, for caches. */
  shown?: ShownRows
  /** Facet counts, if requested. */
  facets?: Facets
}

export class SearchService {
  readonly #related: RelatedRecords

  constructor(
    readonly engine: SearchEngine,
    readonly reader: Reader,
    /** Omitted: results are never found by their meaning. */
    readonly similar?: Omit<SimilarServices, 'engine'>
  ) {
    this.#related = new RelatedRecords(engine, reader)
  }

  /** @throws SearchTooSlow, SearchTooBroad, IndexMissing */
  async page(request: SearchRequest, options: PageOptions): Promise<SearchPage> {
    const { cursor } = options
    const day = cursor?.today ?? today()
    const answer = await this.find(request, { ...options, today: day })
    const partial =
      options.partial && !cursor && !answer.more
        ? await this.#partialHits(request, answer.hits, { ...options, today: day })
        : { exact: answer.hits, hits: [], similar: new Set<unknown>() }
    const keys = collectHitKeys([...answer.hits, ...partial.hits], request)
    const shown = await shownRows(request.index, this.reader, keys)
    const results = await this.#present(request, partial.exact, options)
    const further = partial.hits.length ? await this.#present(request, partial.hits, options) : []
    const parent = request.type.semantic?.keys.parent
    for (const result of further)
      if (parent && partial.similar.has(result[parent]))
        Object.assign(result.meta as object, { similar: true })
    return {
      shown,
      results: [...results, ...further],
      count: answer.count,
      ...(options.partial && { partialCount: further.length }),
      rankedNewest: answer.rankedNewest,
      ...(answer.facets ? { facets: answer.facets } : {}),
      ...pagesAround(answer, cursor, day),
    }
  }

  /**
   * The results for hits of `find`.
   *
   * @param hits a small number: their texts are read
   */
  results(request: SearchRequest, hits: EngineHit[]): Promise<ResultObject[]> {
    return this.#present(request, hits, {})
  }

  /** A numbered page; the records of children are merged into those of their parents (v3). */
  async numberedPage(
    request: SearchRequest,
    { page, ...options }: Omit<PageOptions, 'cursor' | 'count'> & { page: number }
  ): Promise<Pick<SearchPage, 'results' | 'rankedNewest' | 'shown'> & { count: number }> {
    const { children, perChild } = request.type.results
    const answer = await this.find(request, {
      ...options,
      count: true,
      today: today(),
      size: page * PAGE_SIZE,
      // The first of several children with equal scores isn't known yet.
      children: children ? (children.ordered ? children.most : 1) : 0,
      grain: perChild ? 'leaf' : request.type.grain,
    })
    const hits = answer.hits.slice((page - 1) * PAGE_SIZE)
    const shown = await shownRows(
      request.index,
      this.reader,
      collectHitKeys(hits, perChild ? { type: { grain: 'child' } } : request)
    )
    const rows = await this.#rows(request, {
      hits: hits.map((hit) => (perChild ? hit.parent : hit.key)),
      children: hits.flatMap(({ key, childless, children: listed }) =>
        perChild && !childless ? key : listed.map((child) => child.key)
      ),
    })
    return {
      shown,
      results: hits
        .map((hit) =>
          presentFlat(request, sortHitChildren(request, hit, rows), rows, options.tag ?? 'mark')
        )
        .filter((result) => result !== undefined),
      count: answer.count!,
      rankedNewest: answer.rankedNewest,
    }
  }

  /** The hits alone. */
  async find(request: SearchRequest, options: FindOptions): Promise<EngineAnswer> {
    const { cursor, count } = options
    return this.engine.search({
      ...searchOf(request, options),
      query: await this.#treeOf(request, options),
      from: cursor && { position: cursor.position, direction: cursor.direction },
      count,
      countUpTo: options.countUpTo,
      facets: options.facets,
    })
  }

  /**
   * Hits that match most of the words or are similar in meaning, merged by their ranks, and the
   * keys of those found by similarity alone. For a question, the hits that match all words have
   * the same order: their age doesn't matter.
   *
   * @param exact hits that match all words
   */
  async #partialHits(
    request: SearchRequest,
    exact: EngineHit[],
    options: FindOptions
  ): Promise<{ exact: EngineHit[]; hits: EngineHit[]; similar: Set<unknown> }> {
    const size = PAGE_SIZE - exact.length
    if (size <= 0) return { exact, hits: [], similar: new Set() }
    const found = new Set(exact.map(({ key }) => key))
    const search = searchOf(request, { ...options, size: FUSED })
    const { children, deadline, signal } = search
    const { today: day } = options
    const { engine, similar } = this
    const [words, meaning] = await Promise.all([
      findPartialMatches(engine, request, search),
      similar
        ? findSimilar(
            request,
            { today: day, size: FUSED, children, deadline, signal },
            { ...similar, engine }
          )
        : [],
    ])
    const similarKeys = new Set<unknown>(meaning.map(({ key }) => key))
    for (const { key } of words) similarKeys.delete(key)
    const fused = fuseHits(words, meaning)
    return {
      exact: isQuestion(request) ? sortLike(exact, fused) : exact,
      hits: fused.filter(({ key }) => !found.has(key)).slice(0, size),
      similar: similarKeys,
    }
  }

  async #treeOf(
    { type: { semantic: settings }, index, query }: SearchRequest,
    { deadline, signal }: FindOptions
  ): Promise<QueryTree> {
    if (!query.related.length || !settings) return query.tree
    const search = { index, settings, ids: query.related, deadline, signal }
    return and(query.tree, await this.#related.tree(search))
  }

  #rows(request: SearchRequest, keys: { hits: number[]; children: number[] }) {
    const whole = request.highlight && request.q !== ''
    return readResults(request.type, this.reader, { ...keys, whole })
  }

  async #present(
    request: SearchRequest,
    hits: EngineHit[],
    { tag = 'mark' }: Pick<PageOptions, 'tag'>
  ): Promise<ResultObject[]> {
    const rows = await this.#rows(request, {
      hits: hits.map(({ key }) => key),
      children: hits.flatMap(({ children }) => children.map(({ key }) => key)),
    })
    // Records deleted since they were indexed are omitted.
    return hits
      .map((hit) => presentHit(request, sortHitChildren(request, hit, rows), rows, tag))
      .filter((result) => result !== undefined)
  }
}

function searchOf(request: SearchRequest, options: FindOptions) {
  const { type } = request
  return {
    index: type.index,
    filter: request.filter,
    grain: options.grain ?? type.grain,
    order: request.order,
    scoring: { today: options.today, ...request.scoring },
    size: options.size ?? PAGE_SIZE,
    children: options.children ?? childrenWanted(request),
    deadline: options.deadline,
    signal: options.signal,
  }
}

/** The parents and children of hits. */
export function collectHitKeys(
  hits: EngineHit[],
  { type: { grain } }: { type: Pick<SearchTypeDefinition, 'grain'> }
): Omit<ShownRows, 'state'> {
  const listed = hits.flatMap(({ children }) => children.map(({ key }) => key))
  const own = hits.flatMap(({ key, childless }) => (grain === 'child' && !childless ? key : []))
  return {
    parents: hits.map(({ key, parent }) => (grain === 'parent' ? key : parent)),
    children: [...own, ...listed],
  }
}

export function today(): string {
  return new Date().toISOString().slice(0, 10)
}

export function childrenWanted({ type, query }: SearchRequest): number {
  const { children } = type.results
  if (!children) return 0
  const { wideWhen } = children
  return wideWhen && query.fields.includes(wideWhen.field) ? wideWhen.most : children.most
}

/** The positions of the previous and next pages. */
export function pagesAround(
  { hits, more }: Pick<EngineAnswer, 'hits' | 'more'>,
  cursor: SearchCursor | undefined,
  day: string
): Pick<SearchPage, 'next' | 'previous'> {
  const [first, last] = [hits[0], hits.at(-1)]
  const page = cursor?.page ?? 1
  const back = cursor?.direction === 'before'
  const hasNext = back || more
  const hasPrevious = page > 1 && (back ? more : cursor !== undefined)
  return {
    next:
      hasNext && last
        ? { position: last.position, direction: 'after', page: page + 1, today: day }
        : null,
    previous:
      hasPrevious && first
        ? { position: first.position, direction: 'before', page: page - 1, today: day }
        : null,
  }
}
