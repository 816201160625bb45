/** Matching rows with their scores, newest first. */
import type { EngineSearch } from '../../engine.js'
import type { BoostedRows } from './boosted_rows.js'
import type { Condition, SqlCondition } from './condition.js'
import type { IndexReader } from './index_reader.js'
import { daysOf, dayOfPlace, dayFrom } from './row_id.js'
import type { ScoringPlan } from './scoring_plan.js'
import { rowsStatement } from './statements.js'

/** Place, ordinal, score. */
export type ScoredRow = [place: number, ordinal: number, score: number]

const DAYS_A_YEAR = 365.25

/** What a score is multiplied with for its age (search.md 5): 0.1 + 0.9·exp(ln 0.2 · age / scale). */
export function ageFactor(
  scoring: EngineSearch['scoring'],
  years: number
): (day: number) => number {
  const today = dayFrom(daysOf(scoring.today))
  const perDay = Math.log(0.2) / (years * DAYS_A_YEAR)
  return (day) => 0.1 + 0.9 * Math.exp(perDay * Math.max(0, today - day))
}

export interface ScoredRowsQuery {
  condition: Condition
  plan: ScoringPlan
  factorOf: (day: number) => number
  boosted: BoostedRows
  childrenOnly: boolean
  more?: SqlCondition[]
}

/** Streams them; each is the row's final score. */
export function* scoredRows(reader: IndexReader, query: ScoredRowsQuery): Generator<ScoredRow> {
  const { plan, factorOf, boosted } = query
  let day = -1
  let factor = 0
  for (const [place, ordinal, words, standing] of wordScores(reader, query, plan)) {
    const its = dayOfPlace(place)
    if (its !== day) factor = factorOf((day = its))
    yield [place, ordinal, (words + boosted.scoreOf(place, ordinal)) * factor * standing]
  }
}

type Row = [place: number, ordinal: number, score: number, factor: number]

function wordScores(
  reader: IndexReader,
  { condition, childrenOnly, more }: ScoredRowsQuery,
  { scored, complete, score }: ScoringPlan
): Iterable<Row> {
  const options = { childrenOnly, more, order: 'newest' as const }
  if (!scored)
    return reader.rows<Row>(rowsStatement({ ...options, condition, columns: ['1.0', 'r.factor'] }))
  const scores = rowsStatement({
    ...options,
    condition: scored,
    columns: complete ? [score, 'r.factor'] : [score],
  })
  if (complete) return reader.rows<Row>(scores)
  const matches = rowsStatement({ ...options, condition, columns: ['r.factor'] })
  return merged(
    reader.rows<[number, number, number]>(matches),
    reader.rows<[number, number, number]>(scores)
  )
}

/** Gives matches their scores; both newest first. Without any the score is 0. */
function* merged(
  matches: IterableIterator<[place: number, ordinal: number, factor: number]>,
  scores: IterableIterator<[place: number, ordinal: number, score: number]>
): Generator<Row> {
  let scored = scores.next()
  try {
    for (const [place, ordinal, factor] of matches) {
      while (!scored.done && isBehind(scored.value, place, ordinal)) scored = scores.next()
      const has = !scored.done && scored.value[0] === place && scored.value[1] === ordinal
      yield [place, ordinal, has ? scored.value![2] : 0, factor]
    }
  } finally {
    scores.return?.()
  }
}

/** Whether a row is newer than another, so that it comes before it in the stream. */
function isBehind([place, ordinal]: number[], otherPlace: number, otherOrdinal: number): boolean {
  return place! > otherPlace || (place === otherPlace && ordinal! > otherOrdinal)
}
