/**
 * Finds, among very many queries, those a row may match: each stands under
 * terms of which every row it matches has one.
 */
import type { QueryTree } from '#app/search/query/tree'
import { filterOf, passes, requiredTerms, type TermFilter } from './terms.js'

export interface IndexedQuery {
  /** What matches it. */
  tree: QueryTree
}

/** Rows whose terms are counted, to learn which ones are frequent. */
const SAMPLE = 500
/** Rows of them that have a frequent term, at least. */
const FREQUENT = 5

/** What is believed of terms nobody has counted. */
const VALUE = 0.1
const BEGINNING = 0.05
const WORD = 0.02

interface Entry<Query> {
  query: Query
  filter: TermFilter
  terms: string[] | null
  /** Number of the last look-up that found it. */
  found: number
}

export class QueryIndex<Query extends IndexedQuery> {
  readonly #entries = new Map<string, Entry<Query>>()
  readonly #byTerm = new Map<string, Set<Entry<Query>>>()
  /** Those without terms: asked for every row. */
  readonly #rest = new Set<Entry<Query>>()
  #counts: Map<string, number> | undefined = new Map()
  #sampled = 0
  readonly #frequent = new Map<string, number>()
  /** Numbers of all terms of queries, and the last look-up whose row had each. */
  readonly #numbers = new Map<string, number>()
  readonly #had: number[] = []
  #lookups = 0

  get size(): number {
    return this.#entries.size
  }

  /** How many queries every row has to be compared with. */
  get unindexed(): number {
    return this.#rest.size
  }

  /** Adds a query, in the place of the one with its ID. */
  set(id: string, query: Query): void {
    this.delete(id)
    const required = requiredTerms(query.tree, this.#frequency)
    const terms = required && [...new Set(required)]
    const entry = { query, filter: filterOf(query.tree, this.#numberOf), terms, found: 0 }
    this.#entries.set(id, entry)
    if (terms === null) this.#rest.add(entry)
    else
      for (const term of terms) {
        const under = this.#byTerm.get(term)
        if (under) under.add(entry)
        else this.#byTerm.set(term, new Set([entry]))
      }
  }

  delete(id: string): void {
    const entry = this.#entries.get(id)
    if (!entry) return
    this.#entries.delete(id)
    this.#rest.delete(entry)
    for (const term of entry.terms ?? []) {
      const under = this.#byTerm.get(term)!
      under.delete(entry)
      if (!under.size) this.#byTerm.delete(term)
    }
  }

  /** Queries that a row with all these terms may match; others do not. */
  candidates(...termsOfRow: Set<string>[]): Query[] {
    const found: Query[] = []
    const lookup = ++this.#lookups
    const had = this.#had
    for (const terms of termsOfRow) {
      for (const term of terms) {
        const number = this.#numbers.get(term)
        if (number !== undefined) had[number] = lookup
      }
    }
    const has = (number: number) => had[number] === lookup
    const look = (entry: Entry<Query>) => {
      if (entry.found === lookup) return
      entry.found = lookup
      if (passes(entry.filter, has)) found.push(entry.query)
    }
    for (const terms of termsOfRow) for (const term of terms) this.#byTerm.get(term)?.forEach(look)
    this.#rest.forEach(look)
    if (this.#counts) this.#learn(termsOfRow)
    return found
  }

  readonly #numberOf = (term: string): number => {
    let number = this.#numbers.get(term)
    if (number === undefined) {
      this.#numbers.set(term, (number = this.#had.length))
      this.#had.push(0)
    }
    return number
  }

  readonly #frequency = (term: string): number => {
    const known = this.#frequent.get(term)
    if (known !== undefined) return known
    if (term[0] === '<') return BEGINNING
    if (term[0] === '~' || term[0] === '=') return WORD / term.length
    return this.#counts ? VALUE : WORD
  }

  /** Counts terms of the first rows; then every query moves to the rarest terms it has. */
  #learn(termsOfRow: Set<string>[]): void {
    const counts = this.#counts!
    for (const terms of termsOfRow)
      for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1)
    if (++this.#sampled < SAMPLE) return
    for (const [term, count] of counts)
      if (count >= FREQUENT) this.#frequent.set(term, count / SAMPLE)
    this.#counts = undefined
    for (const [id, { query }] of [...this.#entries]) this.set(id, query)
  }
}
