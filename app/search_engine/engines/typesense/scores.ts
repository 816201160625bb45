/**
 * Scores of rows: BM25 that counts each word once per field and treats all texts as equally
 * long, multiplied by the factors for age and for the record. One search per word and weight
 * finds the rows that contain it.
 */
import type { Boost, EngineSearch } from '../../engine.js'
import { and } from '../../query/tree.js'
import { PER_PAGE } from './cluster.js'
import { fetchRows, type Row } from './fetch_rows.js'
import {
  joinWithAnd,
  asFilter,
  asQuery,
  filterText,
  type FilterLeaf,
  type FilterTree,
} from './filter.js'
import type { Resolver } from './resolve.js'
import { NO_DAY } from './schema.js'

const K1 = 1.2
/**
 * A part of a name counts only if it is rare: in at most one of this many rows, or in at most
 * this many rows.
 */
const ROWS_A_PART = 1000
const FEW_ROWS = 20
/** Maximum number of rows boosted by one boost. */
const MAX_RAISED = 250
/** By how much of its score a boosted row gains for each doubling of its citations. */
const FOR_DOUBLE_CITATIONS = 1 / 80
const MILLISECONDS_A_DAY = 86_400_000
const OLDEST = '1600-01-01'

/** Words in fields of one weight. */
interface Scored {
  leaf: number
  weight: number
  filter: string
}

/** The boosts of rows. */
interface Raised {
  rows: Row[]
  score: number
}

export class Scores {
  #idf: Promise<number[]> | null = null
  #raised: Promise<Raised[]> | null = null
  /** By `pk`: the weight of each leaf in the row. */
  readonly #weights = new Map<number, number[]>()
  #leaves: FilterLeaf[]
  #scored: Scored[]

  /** @param query the query; @param matching the filter of the matches */
  constructor(
    readonly resolver: Resolver,
    readonly search: EngineSearch,
    query: FilterTree,
    readonly matching: { filter: string; tree: FilterTree }
  ) {
    this.#leaves = scoredLeaves(query)
    this.#scored = this.#leaves.flatMap((leaf, at) => this.#weighted(leaf, at))
  }

  /** Starts reading everything that doesn't depend on the rows, so that it shares a request. */
  async prepare(): Promise<void> {
    await Promise.all([this.#frequencies(), this.#allRaised()])
  }

  /** Rows that match a name in the query; empty without scored words, whose scores they raise. */
  async raised(): Promise<Row[]> {
    return (await this.#allRaised()).flatMap(({ rows }) => rows)
  }

  /** By `pk`. */
  async of(rows: Row[]): Promise<Map<number, number>> {
    // Without scored words, age and importance alone rank the rows.
    const least = this.#leaves.length ? 0 : 1
    const scores = new Map(rows.map(({ pk }) => [Number(pk), least]))
    if (!rows.length) return scores
    const [idf] = await Promise.all([this.#frequencies(), this.#readWeights(rows)])
    for (const pk of scores.keys())
      for (const [at, weight] of this.#weights.get(pk)!.entries())
        if (weight) scores.set(pk, scores.get(pk)! + (idf[at]! * weight * (K1 + 1)) / (weight + K1))
    for (const { rows: found, score } of await this.#allRaised())
      for (const row of found) {
        const before = scores.get(Number(row.pk))
        if (before !== undefined) scores.set(Number(row.pk), before + score * this.#gain(row))
      }
    for (const row of rows) {
      const pk = Number(row.pk)
      scores.set(pk, scores.get(pk)! * this.#ageFactor(row) * Number(row.factor))
    }
    return scores
  }

  #weighted(leaf: FilterLeaf, at: number): Scored[] {
    const { fields } = this.resolver.layout
    const weightOf = (name: string) => fields.get(name)?.weight ?? 1
    if (leaf.op === 'rows') {
      const weight = Math.max(...leaf.scores!.fields.map(weightOf))
      return [{ leaf: at, weight, filter: filterText(leaf) }]
    }
    const names = (leaf as FilterLeaf & { fields: string[] }).fields
    return [...Map.groupBy(names, weightOf)].map(([weight, ofWeight]) => ({
      leaf: at,
      weight,
      filter: filterText({ ...leaf, fields: ofWeight } as FilterLeaf),
    }))
  }

  /** The weight of each word. */
  #frequencies(): Promise<number[]> {
    return (this.#idf ??= this.#readFrequencies())
  }

  async #readFrequencies(): Promise<number[]> {
    if (!this.#leaves.length) return []
    const { snapshot, counts } = this.resolver
    const filters = [null, ...this.#leaves.map((leaf) => filterText(leaf))]
    const [total, ...having] = await Promise.all(
      filters.map((filter) => counts.count(snapshot, filter))
    )
    return having.map((found) => Math.max(1e-6, Math.log((total! - found + 0.5) / (found + 0.5))))
  }

  /** Reads which words the rows contain, with the weights of the fields. */
  async #readWeights(rows: Row[]): Promise<void> {
    const { snapshot } = this.resolver
    const keys = rows.map(({ pk }) => Number(pk)).filter((pk) => !this.#weights.has(pk))
    if (!keys.length) return
    const weights = new Map(keys.map((pk) => [pk, this.#leaves.map(() => 0)]))
    const among = `pk:=[${keys.join(',')}]`
    const pages = Math.ceil(keys.length / PER_PAGE)
    const searches = this.#scored.flatMap((scored) =>
      Array.from({ length: pages }, (_, page) => ({ scored, page: page + 1 }))
    )
    const answers = searches.length
      ? await snapshot.search(
          searches.map(({ scored: { filter }, page }) => ({
            ...{ q: '*', page, per_page: PER_PAGE, sort_by: 'pk:asc', include_fields: 'pk' },
            filter_by: joinWithAnd(among, snapshot.seen, filter),
          }))
        )
      : []
    for (const [at, { hits }] of answers.entries()) {
      const { leaf, weight } = searches[at]!.scored
      for (const { document } of hits) weights.get(Number(document.pk))![leaf]! += weight
    }
    for (const [pk, ofRow] of weights) this.#weights.set(pk, ofRow)
  }

  #allRaised(): Promise<Raised[]> {
    return (this.#raised ??= this.#readRaised())
  }

  async #readRaised(): Promise<Raised[]> {
    const { boosts = [], parts = [] } = this.search.scoring
    if (!this.#leaves.length || (!boosts.length && !parts.length)) return []
    const { snapshot, counts } = this.resolver
    const [total, ...found] = await Promise.all([
      counts.count(snapshot, null),
      ...[...boosts, ...parts].map(({ tree }) => this.#rowsOf(tree)),
    ])
    const few = Math.min(MAX_RAISED, Math.max(FEW_ROWS, Math.floor(total / ROWS_A_PART)))
    const ofParts = parts.flatMap(({ times }, at) => {
      const { rows, found: count } = found[boosts.length + at]!
      return rows.length && count <= few ? [{ rows, score: times * Math.log1p(total / count) }] : []
    })
    return [
      ...boosts.map(({ times }, at) => ({ ...found[at]!, score: times * Math.log1p(total) })),
      ...ofParts,
    ]
  }

  /** The newest rows that match a boost and the search, and the number of all of them. */
  async #rowsOf(tree: Boost['tree']): Promise<{ rows: Row[]; found: number }> {
    const resolved = await this.resolver.resolve(tree)
    const both = asFilter(and(asQuery(resolved), asQuery(this.matching.tree)))
    if (both.op === 'none') return { rows: [], found: 0 }
    this.resolver.check(both)
    const filter = resolved.op === 'all' ? null : filterText(resolved)
    const { snapshot } = this.resolver
    return fetchRows(snapshot, joinWithAnd(this.matching.filter, filter), {
      most: PER_PAGE,
      sort: 'day:desc,pk:desc',
    })
  }

  #gain(row: Row): number {
    const { citedField } = this.search.scoring
    if (!citedField) return 1
    const values = JSON.parse(String(row.values)) as Record<string, number>
    return 1 + Math.log2(1 + (values[citedField] ?? 0)) * FOR_DOUBLE_CITATIONS
  }

  #ageFactor({ day }: Row): number {
    const { yearsOfAge } = this.resolver.layout.index
    if (yearsOfAge === undefined) return 1
    const today = Date.parse(this.search.scoring.today) / MILLISECONDS_A_DAY
    const from = day === NO_DAY ? Date.parse(OLDEST) / MILLISECONDS_A_DAY : Number(day)
    const days = Math.max(0, today - from)
    return 0.1 + 0.9 * Math.exp((Math.log(0.2) * days) / 365.25 / yearsOfAge)
  }
}

/** Words that a tree requires or allows, but not excluded ones. */
function scoredLeaves(tree: FilterTree): FilterLeaf[] {
  switch (tree.op) {
    case 'and':
    case 'or':
      return tree.of.flatMap(scoredLeaves)
    case 'phrase':
    case 'prefix':
    case 'words':
      return [tree]
    case 'rows':
      return tree.scores ? [tree] : []
    default:
      return []
  }
}
