/**
 * Finds the queries, out of very many, that a row may match. Each query is indexed by
 * terms, at least one of which is in every matching row.
 */
import { listQueryLeaves, type QueryTree } from '#app/search_engine/query/tree'
import {
  scanRow,
  type RowTaker,
  analyseRow,
  type AnalysedRow,
} from '#app/search_engine/query/evaluate'
import {
  buildTermFilter,
  passes,
  type TermFilter,
  getWordPrefix,
  splitTerm,
  requiredTerms,
  SIGNS,
  collectRowTerms,
  valueTerm,
} from './terms.js'
import type { IndexDefinition, SearchValue } from '#app/search_engine/index_definition'

export interface IndexedQuery {
  /** Parsed query. */
  tree: QueryTree
}

/** Rows whose terms are counted to find frequent terms. */
const SAMPLE = 500
/** Minimum number of these rows that contain a frequent term. */
const FREQUENT = 5

/** Assumed frequencies of terms without a count. */
const VALUE = 0.1
const BEGINNING = 0.05
const WORD = 0.02

interface Entry<Query> {
  query: Query
  filter: TermFilter
  terms: string[] | null
  /** Fields that it looks at. */
  fields: ReadonlySet<string>
  /** Number of the last lookup that found it. */
  found: number
}

/** A term of queries. */
interface Term<Query> {
  /** Number of the term in filters. */
  number: number
  /** Queries indexed by it, if any. */
  under?: Set<Entry<Query>>
  /** Number of the last scan that found it. */
  scanned: number
}

/** Finds terms of queries in a row without creating objects for other terms. */
class TermScan<Query> implements RowTaker {
  /** Terms by sign, then by the rest of the term. */
  readonly #terms = new Map(
    Object.values(SIGNS).map((sign) => [sign, new Map<string, Term<Query>>()])
  )
  readonly #exact = this.#terms.get(SIGNS.exact)!
  readonly #stem = this.#terms.get(SIGNS.stem)!
  readonly #key = this.#terms.get(SIGNS.key)!
  readonly #beginning = this.#terms.get(SIGNS.beginning)!
  readonly #value = this.#terms.get(SIGNS.value)!
  #found: Term<Query>[] = []
  #scan = 0
  #count = 0

  /** Gets or creates a term. */
  term(text: string): Term<Query> {
    const [sign, rest] = splitTerm(text)
    const terms = this.#terms.get(sign)!
    let term = terms.get(rest)
    if (!term) terms.set(rest, (term = { number: this.#count++, scanned: 0 }))
    return term
  }

  findRowTerms({ index, fields }: MatchedRow): Term<Query>[] {
    this.#found = []
    this.#scan++
    scanRow(index, fields, this)
    return this.#found
  }

  take(exact: string, stem: string): void {
    this.#note(this.#exact.get(exact))
    this.#note(this.#stem.get(stem))
    if (this.#beginning.size) this.#note(this.#beginning.get(getWordPrefix(exact)))
  }

  takeKey(key: string): void {
    this.#note(this.#key.get(key))
  }

  takeValue(field: string, value: string | number): void {
    this.#note(this.#value.get(valueTerm(field, value)))
  }

  #note(term: Term<Query> | undefined): void {
    if (!term || term.scanned === this.#scan) return
    term.scanned = this.#scan
    this.#found.push(term)
  }
}

export class QueryIndex<Query extends IndexedQuery> {
  readonly #entries = new Map<string, Entry<Query>>()
  /** Queries without terms, which are candidates for every row. */
  readonly #rest = new Set<Entry<Query>>()
  #counts: Map<string, number> | undefined = new Map()
  #sampled = 0
  readonly #frequent = new Map<string, number>()
  readonly #scan = new TermScan<Query>()
  /** Number of queries that look at a field. */
  readonly #fields = new Map<string, number>()
  /** Caches the terms of rows until queries change, because a parent is compared again with each of its children. */
  #known = new WeakMap<MatchedRow, Term<Query>[]>()
  /** Last lookup whose row contained a term, by number of the term. */
  readonly #had: number[] = []
  #lookups = 0

  get size(): number {
    return this.#entries.size
  }

  get(id: string): Query | undefined {
    return this.#entries.get(id)?.query
  }

  *all(): Generator<Query> {
    for (const { query } of this.#entries.values()) yield query
  }

  /** Number of queries without terms. */
  get unindexed(): number {
    return this.#rest.size
  }

  /** Adds or replaces a query. */
  set(id: string, query: Query): void {
    this.delete(id)
    this.#known = new WeakMap()
    const required = requiredTerms(query.tree, this.#frequency)
    const terms = required && [...new Set(required)]
    const numberOf = (term: string) => this.#scan.term(term).number
    const leaves = listQueryLeaves(query.tree)
    const fields = new Set(leaves.flatMap((leaf) => ('field' in leaf ? leaf.field : leaf.fields)))
    const entry = { query, filter: buildTermFilter(query.tree, numberOf), terms, fields, found: 0 }
    this.#entries.set(id, entry)
    this.#countFields(entry, 1)
    if (terms === null) this.#rest.add(entry)
    else
      for (const text of terms) {
        const term = this.#scan.term(text)
        ;(term.under ??= new Set()).add(entry)
      }
  }

  delete(id: string): void {
    const entry = this.#entries.get(id)
    if (!entry) return
    this.#entries.delete(id)
    this.#rest.delete(entry)
    this.#countFields(entry, -1)
    for (const term of entry.terms ?? []) this.#scan.term(term).under!.delete(entry)
  }

  #countFields({ fields }: Entry<Query>, by: number): void {
    for (const field of fields) this.#fields.set(field, (this.#fields.get(field) ?? 0) + by)
  }

  /** Whether a query looks at one of these fields. */
  askFor(fields: Iterable<string>): boolean {
    for (const field of fields) if (this.#fields.get(field)) return true
    return false
  }

  /** Queries that a row with the values of all these rows may match. Other queries don't match it. */
  candidates(...rows: MatchedRow[]): Query[] {
    const found: Query[] = []
    const lookup = ++this.#lookups
    const had = this.#had
    const known: Term<Query>[] = []
    for (const row of rows) {
      for (const term of this.#termsOf(row)) {
        had[term.number] = lookup
        if (term.under?.size) known.push(term)
      }
    }
    const look = (entry: Entry<Query>) => {
      if (entry.found === lookup) return
      entry.found = lookup
      if (passes(entry.filter, had, lookup)) found.push(entry.query)
    }
    for (const { under } of known) under!.forEach(look)
    this.#rest.forEach(look)
    if (this.#counts) this.#learn(rows)
    return found
  }

  #termsOf(row: MatchedRow): Term<Query>[] {
    let terms = this.#known.get(row)
    if (!terms) this.#known.set(row, (terms = this.#scan.findRowTerms(row)))
    return terms
  }

  readonly #frequency = (term: string): number => {
    const known = this.#frequent.get(term)
    if (known !== undefined) return known
    const [sign] = splitTerm(term)
    if (sign === SIGNS.beginning) return BEGINNING
    if (sign !== SIGNS.value) return WORD / term.length
    return this.#counts ? VALUE : WORD
  }

  /** Counts terms of the first rows, then indexes each query by its rarest terms. */
  #learn(rows: MatchedRow[]): void {
    const counts = this.#counts!
    for (const { analysed } of rows)
      for (const term of collectRowTerms(analysed)) counts.set(term, (counts.get(term) ?? 0) + 1)
    if (++this.#sampled < SAMPLE) return
    for (const [term, count] of counts)
      if (count >= FREQUENT) this.#frequent.set(term, count / SAMPLE)
    this.#counts = undefined
    for (const [id, { query }] of [...this.#entries]) this.set(id, query)
  }
}

/** Values of a parent or child, analyzed on demand. */
export class MatchedRow {
  #analysed: AnalysedRow | undefined

  constructor(
    readonly index: IndexDefinition,
    readonly fields: Record<string, SearchValue>
  ) {}

  get analysed(): AnalysedRow {
    return (this.#analysed ??= analyseRow(this.index, this.fields))
  }
}
