/**
 * Scores of rows: BM25 that counts each word once per field and treats all texts as equally
 * long, multiplied by the factors for age and for the record. One request per word finds the
 * rows that contain it.
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
  #idf: number[] | null = null
  #raised: Raised[] | null = null
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

  /** Rows that match a name in the query. */
  async raised(): Promise<Row[]> {
    return (await this.#allRaised()).flatMap(({ rows }) => rows)
  }

  /** By `pk`. */
  async of(rows: Row[]): Promise<Map<number, number>> {
    const scores = new Map(rows.map(({ pk }) => [Number(pk), 0]))
    if (!rows.length) return scores
    const idf = await this.#frequencies()
    const weights = await this.#weightsOf(rows)
    for (const [at, ofRows] of weights.entries())
      for (const [pk, weight] of ofRows)
        scores.set(pk, scores.get(pk)! + (idf[at]! * weight * (K1 + 1)) / (weight + K1))
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
  async #frequencies(): Promise<number[]> {
    if (this.#idf) return this.#idf
    const { snapshot } = this.resolver
    const rows = joinWithAnd(SEARCHED, snapshot.seen)
    const filters = [rows, ...this.#leaves.map((leaf) => joinWithAnd(rows, filterText(leaf)))]
    const [all, ...having] = await snapshot.search(
      filters.map((filter) => ({ q: '*', filter_by: filter, per_page: 0 }))
    )
    const total = all!.found
    return (this.#idf = having.map(({ found }) =>
      Math.max(1e-6, Math.log((total - found + 0.5) / (found + 0.5)))
    ))
  }

  /** For each word, the rows that contain it, with the weights of the fields. */
  async #weightsOf(rows: Row[]): Promise<Map<number, number>[]> {
    const { snapshot } = this.resolver
    const weights = this.#leaves.map(() => new Map<number, number>())
    const keys = rows.map(({ pk }) => Number(pk))
    const among = `pk:=[${keys.join(',')}]`
    const pages = Math.ceil(keys.length / PER_PAGE)
    const searches = this.#scored.flatMap((scored) =>
      Array.from({ length: pages }, (_, page) => ({ scored, page: page + 1 }))
    )
    const answers = await snapshot.search(
      searches.map(({ scored: { filter }, page }) => ({
        ...{ q: '*', page, per_page: PER_PAGE, sort_by: 'pk:asc', include_fields: 'pk' },
        filter_by: joinWithAnd(among, snapshot.seen, filter),
      }))
    )
    for (const [at, { hits }] of answers.entries()) {
      const { leaf, weight } = searches[at]!.scored
      for (const { document } of hits) {
        const pk = Number(document.pk)
        weights[leaf]!.set(pk, (weights[leaf]!.get(pk) ?? 0) + weight)
      }
    }
    return weights
  }

  async #allRaised(): Promise<Raised[]> {
    if (this.#raised) return this.#raised
    const { boosts = [], parts = [] } = this.search.scoring
    if (!boosts.length && !parts.length) return (this.#raised = [])
    const { snapshot } = this.resolver
    const [all] = await snapshot.search([
      { q: '*', filter_by: joinWithAnd(SEARCHED, snapshot.seen), per_page: 0 },
    ])
    const total = all!.found
    const few = Math.min(MAX_RAISED, Math.max(FEW_ROWS, Math.floor(total / ROWS_A_PART)))
    const raised: Raised[] = []
    for (const { tree, times } of boosts) {
      const { rows } = await this.#rowsOf(tree, Infinity)
      raised.push({ rows, score: times * Math.log1p(total) })
    }
    for (const { tree, times } of parts) {
      const { rows, found } = await this.#rowsOf(tree, few)
      if (rows.length) raised.push({ rows, score: times * Math.log1p(total / found) })
    }
    return (this.#raised = raised)
  }

  /** The newest rows that match a boost and the search; none above the limit. */
  async #rowsOf(tree: Boost['tree'], most: number): Promise<{ rows: Row[]; found: number }> {
    const resolved = await this.resolver.resolve(tree)
    const both = asFilter(and(asQuery(resolved), asQuery(this.matching.tree)))
    if (both.op === 'none') return { rows: [], found: 0 }
    this.resolver.check(both)
    const filter = resolved.op === 'all' ? null : filterText(resolved)
    const { snapshot } = this.resolver
    const { rows, found } = await fetchRows(snapshot, joinWithAnd(this.matching.filter, filter), {
      most: PER_PAGE,
      sort: 'day:desc,pk:desc',
    })
    return { rows: found > most ? [] : rows, found }
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

/** All searchable rows. */
export const SEARCHED = 'kind:=[child,own,lone]'

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
