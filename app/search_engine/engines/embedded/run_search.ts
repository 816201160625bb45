/** One search in an open index; runs in a search thread. */
import type { ChildHit, EngineAnswer, EngineHit, EngineSearch, Position } from '../../engine.js'
import { and } from '../../query/tree.js'
import type { MatchedRow } from './best_rows.js'
import { BoostedRows } from './boosted_rows.js'
import { listByDate } from './by_date.js'
import { listByScore } from './by_score.js'
import { listByValues } from './by_values.js'
import { childrenAmong, childrenOfHits, type HitChildren } from './hit_children.js'
import type { Condition } from './condition.js'
import { mayBeMore, requireTime } from './cost.js'
import { countFacets } from './count_facets.js'
import { countMatches, countRowHits, newestFirst, newestRows } from './matching_rows.js'
import type { IndexReader, Limits } from './index_reader.js'
import { keyOfChild, keyOfParent, locate } from './keys.js'
import type { Rows } from './parse_rows.js'
import type { Listed } from './top_list.js'
import type { ResolvedTree } from './resolve_query.js'

/** @throws SearchTooSlow, SearchTooBroad */
export function runSearch(reader: IndexReader, search: EngineSearch, limits: Limits): EngineAnswer {
  return reader.within(limits, () => new Search(reader, search).run())
}

/** The number of hits, and facet counts if requested. @throws SearchTooSlow, SearchTooBroad */
export function runCount(reader: IndexReader, search: EngineSearch, limits: Limits): Counted {
  return reader.within(limits, () => new Search(reader, search).countAll())
}

export type Counted = Pick<EngineAnswer, 'count' | 'facets'>

/** The result of an order: hits in list order, one more than requested if there are more. */
interface Found {
  hits: (Listed & { score?: number; children?: HitChildren })[]
  /** All hits, if the order read them all. */
  seen: number | null
  rankedNewest: number | null
  /** All matching rows, if the order read them and they are few. */
  matches?: MatchedRow[] | null
}

class Search {
  private query: ResolvedTree
  private filter: ResolvedTree
  private condition: Condition
  private raised: BoostedRows | null = null
  private read: Rows | null = null

  constructor(
    private reader: IndexReader,
    private search: EngineSearch
  ) {
    requireTime(reader, search)
    this.query = reader.resolve(search.query)
    this.filter = reader.resolve(search.filter)
    this.condition = reader.compiler().compile(reader.resolve(and(search.query, search.filter)))
  }

  run(): EngineAnswer {
    const { size, count } = this.search
    if (size === 0 && count) return this.onlyCount()
    const found = this.find()
    const more = found.hits.length > size
    if (more) {
      if (this.search.from?.direction === 'before') found.hits.shift()
      else found.hits.pop()
    }
    return {
      hits: this.hits(found),
      more,
      ...this.countAll(found),
      rankedNewest: found.rankedNewest,
    }
  }

  /** @param found the order's result for all hits */
  countAll({ seen, matches }: Pick<Found, 'seen' | 'matches'> = { seen: null }): Counted {
    const { count, facets: fields, grain } = this.search
    const isFaceted = fields !== undefined && fields.length > 0
    const rows = matches ? newestFirst(matches) : isFaceted ? this.newest() : this.read
    const known = seen ?? (rows && countRowHits(rows, grain, this.reader.mostRanked))
    return {
      count: count ? (known ?? this.count()) : null,
      ...(isFaceted && {
        facets: countFacets(this.reader, { condition: this.condition, grain, fields }, rows!),
      }),
    }
  }

  /** The newest matching rows. */
  private newest(): Rows {
    return (this.read ??= newestRows(this.reader, this.condition, this.search.grain))
  }

  private count(): number {
    const { grain, size, countUpTo } = this.search
    return countMatches(this.reader, this.condition, {
      grain,
      upTo: size === 0 ? countUpTo : undefined,
    })
  }

  private onlyCount(): EngineAnswer {
    const counted = this.countAll()
    return { hits: [], more: Boolean(counted.count), ...counted, rankedNewest: null }
  }

  private find(): Found {
    const { order, grain, size, children } = this.search
    const { reader, condition } = this
    const shape = { condition, grain, most: size + 1, from: this.from() }
    if (order.by === 'score') {
      const { scoring, query, filter } = this.search
      return listByScore(reader, {
        ...shape,
        children,
        scoring,
        plan: reader.plan(this.query, this.filter),
        boosted: this.boosted(),
        mayBeMany: mayBeMore(reader, and(query, filter), reader.mostRanked),
        rows: () => this.newest(),
      })
    }
    if (this.isByDate()) {
      const hits = listByDate(reader, { ...shape, descending: isDescending(order) })
      return { hits, seen: null, rankedNewest: null }
    }
    return { ...listByValues(reader, { ...shape, order }), rankedNewest: null }
  }

  private boosted(): BoostedRows {
    this.raised ??= new BoostedRows(this.reader, this.search)
    this.reader.raise(this.raised)
    return this.raised
  }

  /** Whether the rows are in the requested order. */
  private isByDate(): boolean {
    const { order } = this.search
    return (
      order.by === 'fields' &&
      order.fields.length === 1 &&
      this.reader.dates().includes(order.fields[0]!.name)
    )
  }

  private from() {
    const { from, grain } = this.search
    if (!from) return undefined
    const { position, direction } = from
    const values = position.slice(0, -1)
    const record = recordAt(position, grain)
    return {
      direction,
      at: { values, ...locate(this.reader, record.grain, record.key, this.dayOf(values)) },
    }
  }

  /** The day of a position, if the order needs it. */
  private dayOf(values: Position): number | null {
    if (this.isByDate()) return (values[0] as number | null) ?? 0
    if (this.search.order.by === 'score' && values[0] === null)
      return (values[1] as number | null) ?? 0
    return null
  }

  private childrenOf(hits: Found['hits'], matches?: MatchedRow[] | null): Map<number, HitChildren> {
    const { search, reader, condition } = this
    if (matches) return childrenAmong(matches, search.children + 1)
    return childrenOfHits(reader, {
      search,
      condition,
      plan: () => reader.plan(this.query, this.filter),
      boosted: () => this.boosted(),
      hits,
    })
  }

  private hits({ hits, matches }: Found): EngineHit[] {
    const { grain, search } = { grain: this.search.grain, search: this.search }
    const unlisted = hits.filter((hit) => !hit.children)
    const listed =
      grain === 'parent' && search.children && unlisted.length
        ? this.childrenOf(unlisted, matches)
        : null
    return hits.map((hit) => {
      const parent = keyOfParent(this.reader, hit.place)
      const childless = grain === 'leaf' && hit.ordinal === 0
      const key = grain === 'parent' || childless ? parent : keyOfChild(this.reader, hit)
      const children = hit.children ?? listed?.get(hit.place) ?? []
      const position: Position = [...hit.values, childless ? `${OF_PARENT}${key}` : key]
      return {
        key,
        parent,
        ...(childless ? { childless } : {}),
        score: hit.score ?? 0,
        position,
        children: children.slice(0, search.children).map(({ ordinal, score }): ChildHit => ({
          key: keyOfChild(this.reader, { place: hit.place, ordinal }),
          score,
        })),
        moreChildren: children.length > search.children,
      }
    })
  }
}

/** Prefix of a parent's key in positions of leaves; a child may have the same key. */
const OF_PARENT = 'parent '

function recordAt(position: Position, grain: EngineSearch['grain']) {
  const record = String(position.at(-1))
  return record.startsWith(OF_PARENT)
    ? { grain: 'parent' as const, key: Number(record.slice(OF_PARENT.length)) }
    : { grain: grain === 'parent' ? grain : ('child' as const), key: Number(record) }
}

function isDescending(order: EngineSearch['order']): boolean {
  return order.by === 'fields' && order.fields[0]!.descending
}
