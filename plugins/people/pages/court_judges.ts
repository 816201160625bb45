/** The judges of a court, current ones first. */
import type { Records, ShownRecord } from '#api/records'
import { NamedStatement } from '#app/database/named_statement'
import { labelSql } from '#app/search/sql'
import { JUDICIAL_POSITION_TYPES } from '../resources/codes.js'
import { PERSON_PATH, personName } from '../search/judge_values.js'

const SHOWN = 200
const JUDICIAL = JUDICIAL_POSITION_TYPES.map(({ value }) => `'${value}'`).join(', ')

const JUDGES = new NamedStatement(
  `SELECT to_json(shown)::text FROM (
     SELECT ${PERSON_PATH} AS path, ${personName('p')} AS name,
       coalesce(nullif(post.job_title, ''), ${labelSql(JUDICIAL_POSITION_TYPES, 'post.position_type')}) AS title,
       post.date_start, post.date_granularity_start, post.date_termination, post.date_granularity_termination
     FROM positions post JOIN people p ON p.id = post.person_id
     WHERE post.court_id = $1 AND post.position_type IN (${JUDICIAL}) AND p.is_alias_of_id IS NULL
     ORDER BY post.date_termination DESC NULLS FIRST, post.date_start DESC NULLS LAST, post.id
     LIMIT ${SHOWN + 1}
   ) AS shown`
)

interface CourtJudge {
  path: string
  name: string
  title: string
  date_start: string | null
  date_granularity_start: string
  date_termination: string | null
  date_granularity_termination: string
}

export async function loadJudges(
  { reader }: Records,
  { id }: ShownRecord
): Promise<Record<string, unknown> | undefined> {
  const rows = await reader.rows(JUDGES, [id])
  if (!rows.length) return undefined
  const judges = rows.map(([json]) => JSON.parse(json!) as CourtJudge)
  return {
    judges: judges.slice(0, SHOWN),
    hasMore: judges.length > SHOWN,
    search: `/search/?${new URLSearchParams({ type: 'p', court: String(id) })}`,
  }
}
