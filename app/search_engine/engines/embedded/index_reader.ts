/** An open index in a search thread, shared by its searches. */
import { SearchTooBroad, SearchTooSlow } from '../../engine.js'
import { buildDeadlineCheckSql, ConditionCompiler } from './condition.js'
import { ConnectedRows } from './connected_rows.js'
import { FacetColumns } from './facet_columns.js'
import {
  readParentDateFields,
  readIndexGeneration,
  readMaxFactor,
  openToRead,
  type IndexDatabase,
} from './index_database.js'
import type { IndexLayout } from './layout.js'
import { resolveQuery, type ResolvedTree } from './resolve_query.js'
import { planScoring, type ScoringPlan } from './scoring_plan.js'
import type { Statement } from './statements.js'
import { WordList } from './word_list.js'
import type { QueryTree } from '../../query/tree.js'

/** Maximum number of cached frequencies; all are dropped when the index changes. */
const MAX_COUNTS = 20_000

/**
 * Postings that a search can read per millisecond: 14,000 were measured, but most searches read
 * them several times.
 */
const POSTINGS_A_MILLISECOND = 4000

/**
 * Maximum number of own rows whose parents' other rows are looked up one by one; above it,
 * every row is read.
 */
const MAX_LOOKUPS = 20_000

/** Limits of a search. */
export interface Limits {
  /** `performance.timeOrigin` plus `performance.now()`. */
  deadline: number
  isCancelled(): boolean
  /** Time from which a light thread may forward the search, in the same unit as the deadline. */
  handOverAt?: number
  /** Whether it forwards the search from then on; true by default. */
  handsOver?(): boolean
}

/** The search takes longer than a light thread allows. */
export class TimeSliceExceeded extends Error {}

/** Scores of rows in addition to those of their words. */
interface RaisedRows {
  getRowScore(place: number, ordinal: number): number
}

export class IndexReader {
  readonly database: IndexDatabase
  private limits: Limits | null = null
  private counts = new Map<string, number>()
  /** Of the index, as of the last search. */
  generation = 0
  private words: WordList
  /** Cached facet values of rows. */
  readonly columns: FacetColumns
  private raised: RaisedRows | null = null
  private connected: ConnectedRows

  /** @throws IndexMissing */
  constructor(
    file: string,
    readonly layout: IndexLayout,
    /** Maximum number of ranked rows. */
    readonly mostRanked: number
  ) {
    this.database = openToRead(file, layout)
    this.words = new WordList(this.database)
    this.columns = new FacetColumns(this.database)
    this.connected = new ConnectedRows(this)
    this.database.connection.function(
      'connected',
      { deterministic: true },
      (number, place, ordinal) =>
        this.connected.has(Number(number), Number(place), Number(ordinal)) ? 1 : 0
    )
    this.database.connection.function('alive', () => {
      this.checkLimits()
      return 1
    })
    this.database.connection.function('raised', { deterministic: true }, (place, ordinal) =>
      this.raised!.getRowScore(Number(place), Number(ordinal))
    )
  }

  /** Runs a task in one snapshot, within limits. @throws SearchTooSlow, SearchTooBroad */
  within<Result>(limits: Limits, work: () => Result): Result {
    this.limits = limits
    this.words.forget()
    this.connected.startSearch()
    this.database.connection.exec('BEGIN')
    try {
      this.checkLimits()
      this.forgetIfChanged()
      return work()
    } catch (error) {
      this.database.forgetStatements()
      throw translated(error)
    } finally {
      // Some errors have already ended the transaction.
      if (this.database.connection.isTransaction) this.database.connection.exec('ROLLBACK')
      this.limits = null
    }
  }

  /** @throws SearchTooSlow if the deadline has passed or the search was canceled */
  checkLimits(): void {
    if (!this.limits) return
    const now = performance.timeOrigin + performance.now()
    const { deadline, handOverAt = Infinity } = this.limits
    if (now > deadline || this.limits.isCancelled()) throw tooSlow()
    if (now > handOverAt && (this.limits.handsOver?.() ?? true)) throw new TimeSliceExceeded()
  }

  resolve(tree: QueryTree): ResolvedTree {
    return resolveQuery(tree, this.layout, this.words)
  }

  compiler(): ConditionCompiler {
    const isRare = (expression: string) => this.countUpTo(expression, MAX_LOOKUPS) < MAX_LOOKUPS
    return new ConditionCompiler(this.layout, this.dates(), isRare, this.connected)
  }

  /** Raises the scores of rows in statements that call `raised`. */
  raise(rows: RaisedRows): void {
    this.raised = rows
  }

  dates(): string[] {
    return readParentDateFields(this.database)
  }

  mostFactor(): number {
    return readMaxFactor(this.database)
  }

  plan(query: ResolvedTree, filter: ResolvedTree): ScoringPlan {
    return planScoring({ query, filter }, this.layout, this.compiler(), (...of) =>
      this.countUpTo(...of)
    )
  }

  /** Number of rows that an expression matches, up to the limit. */
  countUpTo(expression: string, limit: number): number {
    const name = `${limit} ${expression}`
    const known = this.counts.get(name)
    if (known !== undefined) return known
    if (this.counts.size >= MAX_COUNTS) this.counts.clear()
    const [count] = this.database.row<[number]>(
      `SELECT count(*) FROM (SELECT 1 FROM words WHERE words MATCH ? AND ${buildDeadlineCheckSql('rowid')} LIMIT ${limit})`,
      expression
    )!
    this.counts.set(name, count)
    return count
  }

  rows<Row>({ sql, values }: Statement): IterableIterator<Row> {
    return this.database.rows<Row>(sql, values)
  }

  /** Number of rows in the index. */
  rowCount(): number {
    return Number(this.database.about('rows') ?? 0)
  }

  /** @throws SearchTooSlow if reading this number of postings takes longer than the remaining time */
  requireTimeFor(postings: number): void {
    if (!this.limits) return
    const left = this.limits.deadline - performance.timeOrigin - performance.now()
    if (postings > left * POSTINGS_A_MILLISECOND) throw tooSlow()
  }

  number({ sql, values }: Statement): number {
    return this.database.row<[number]>(sql, ...values)![0]
  }

  close(): void {
    this.database.close()
  }

  private forgetIfChanged(): void {
    const generation = readIndexGeneration(this.database)
    if (generation === this.generation) return
    this.columns.follow(this.generation, generation)
    this.generation = generation
    this.counts.clear()
    this.connected.forget()
  }
}

function tooSlow(): SearchTooSlow {
  return new SearchTooSlow('The search took too long.')
}

/** Exceeding SQLite's limits on query size means that the search is too broad. */
function translated(error: unknown): unknown {
  const { message = '' } = error as Error
  if (
    /expression tree is too large|parser stack overflow|too many (terms|SQL variables)|fts5: .*too/i.test(
      message
    )
  )
    return new SearchTooBroad('The query')
  return error
}
