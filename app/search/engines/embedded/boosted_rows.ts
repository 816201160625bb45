/**
 * Rows that are raised because they bear a name that was asked for. They are
 * found by themselves: BM25 gives a word in a short field hardly more than
 * one in a long text, and a name deserves more than that.
 */
import type { EngineSearch } from '../../engine.js'
import type { IndexReader } from './index_reader.js'
import { textExpression } from './match_expression.js'
import { scoredLeaves, scoreSql } from './scoring_plan.js'
import { rowsStatement } from './statements.js'

/** Newest rows of one boost that are raised. */
const MOST_RAISED = 10_000
/** Places ranked behind the budget. */
const MOST_LATE = 500

export class BoostedRows {
  readonly #scores = new Map<number, Map<number, number>>()

  constructor(reader: IndexReader, { boosts = [] }: EngineSearch['scoring']) {
    for (const { leaf, times } of boosts) {
      const expressions = scoredLeaves(reader.resolve(leaf)).map((one) =>
        textExpression(one, reader.layout)
      )
      if (!expressions.length) continue
      const statement = rowsStatement({
        condition: { match: expressions.join(' OR '), sql: [] },
        columns: [scoreSql(reader.layout)],
        order: 'newest',
      })
      let raised = 0
      for (const [place, ordinal, score] of reader.rows<[number, number, number]>(statement)) {
        this.#add(place, ordinal, score * times)
        if (++raised >= MOST_RAISED) break
      }
    }
  }

  /** What is added to the score of a row's words. */
  scoreOf(place: number, ordinal: number): number {
    return this.#scores.get(place)?.get(ordinal) ?? 0
  }

  get isEmpty(): boolean {
    return this.#scores.size === 0
  }

  /** Places of raised rows behind one. */
  placesBehind(place: number): number[] {
    return [...this.#scores.keys()].filter((each) => each < place).slice(0, MOST_LATE)
  }

  #add(place: number, ordinal: number, score: number): void {
    let rows = this.#scores.get(place)
    if (!rows) this.#scores.set(place, (rows = new Map()))
    rows.set(ordinal, (rows.get(ordinal) ?? 0) + score)
  }
}
