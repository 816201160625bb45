/** Matching rows with their scores, as SQL. */
import type { EngineSearch, Grain } from '../../engine.js'
import type { BoostedRows } from './boosted_rows.js'
import { HELD_ROW, ROW, type Condition, type SqlCondition } from './condition.js'
import type { IndexReader } from './index_reader.js'
import { dayFrom, dayOfRow, toEpochDays, buildOrdinalSql, buildPlaceSql } from './row_id.js'
import type { ScoringPlan } from './scoring_plan.js'
import { rowsStatement, type Statement } from './statements.js'

const DAYS_A_YEAR = 365.25

/** SQL of the age factor of a score (search.md 5): 0.1 + 0.9·exp(ln 0.2 · age / scale). */
function ageSql({ today }: EngineSearch['scoring'], years?: number): string {
  if (years === undefined) return '1.0'
  const perDay = Math.log(0.2) / (years * DAYS_A_YEAR)
  const age = `max(0, ${dayFrom(toEpochDays(today))} - (${dayOfRow(ROW)}))`
  return `(0.1 + 0.9 * exp(${perDay} * ${age}))`
}

export interface ScoredRowsQuery {
  condition: Condition
  plan: ScoringPlan
  scoring: EngineSearch['scoring']
  boosted: BoostedRows
  grain: Grain
  more?: SqlCondition[]
}

/** Returns `place`, `ordinal`, and `score`, the final score of the row. */
export function scoredStatement(reader: IndexReader, query: ScoredRowsQuery): Statement {
  const { condition, plan, scoring, boosted, grain, more } = query
  const options = { grain, more }
  if (plan.complete) {
    const columns = [`${unweighed(reader, query)} * r.factor AS score`]
    return rowsStatement({ ...options, condition: plan.scored ?? condition, columns })
  }
  const age = ageSql(scoring, reader.layout.definition.yearsOfAge)
  const columns = [`${ROW} AS row`, `${age} AS age`, 'r.factor AS factor']
  const matches = rowsStatement({ ...options, condition, columns })
  const scores = scoresStatement(plan, options)
  // Without any scoring word, the score is 0.
  const score = raised('coalesce(s.words, 0.0)', 'm.place', 'm.ordinal', boosted)
  return {
    // MATERIALIZED: otherwise FTS5 runs the query, and counts term frequencies, once for each row.
    sql: `WITH matched AS MATERIALIZED (${matches.sql}), scores AS MATERIALIZED (${scores.sql})
      SELECT m.place, m.ordinal, ${score} * m.age * m.factor AS score FROM matched m
      LEFT JOIN scores s ON s.row = m.row`,
    values: [...matches.values, ...scores.values],
  }
}

/** Scores of words of the rows that are `matched`. */
function scoresStatement(
  { scored, groups, score }: ScoringPlan,
  options: Pick<ScoredRowsQuery, 'grain' | 'more'>
): Statement {
  const isMatched = { sql: `${HELD_ROW} IN (SELECT row FROM matched)`, values: [], reads: false }
  const statement = ({ match, sql }: Condition, words: string) =>
    rowsStatement({
      ...options,
      condition: { match, sql: [...sql, isMatched] },
      columns: [`${ROW} AS row`, `${words} AS words`],
    })
  if (!groups) return statement(scored!, score)
  const parts = groups.map(({ match, times }) =>
    statement({ match, sql: [] }, `${score} * ${times}`)
  )
  return {
    sql: `SELECT row, sum(words) AS words FROM (${parts.map(({ sql }) => sql).join(' UNION ALL ')}) GROUP BY row`,
    values: parts.flatMap(({ values }) => values),
  }
}

/**
 * Returns `place`, `ordinal`, further columns, and `unweighed`: the score without the row's
 * factor. For complete plans and conditions that score.
 */
export function unweighedStatement(
  reader: IndexReader,
  query: ScoredRowsQuery & { columns: string[] }
): Statement {
  const { condition, grain, more } = query
  return rowsStatement({
    condition,
    grain,
    more,
    columns: [...query.columns, `${unweighed(reader, query)} AS unweighed`],
  })
}

function unweighed(reader: IndexReader, { plan, scoring, boosted }: ScoredRowsQuery): string {
  const words = plan.scored
    ? raised(plan.score, buildPlaceSql(ROW), buildOrdinalSql(ROW), boosted)
    : '1.0'
  return `${words} * ${ageSql(scoring, reader.layout.definition.yearsOfAge)}`
}

function raised(words: string, place: string, ordinal: string, boosted: BoostedRows): string {
  return boosted.isEmpty ? words : `(${words} + raised(${place}, ${ordinal}))`
}
