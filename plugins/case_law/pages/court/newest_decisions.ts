/**
 * The newest decisions of a court. No index has courts and dates of decisions
 * together, as the two are in different tables. Courts that decide often are
 * among the newest decisions of all; those with few cases have few to sort.
 */
import { NamedStatement } from '#app/database/named_statement'
import type { Reader } from '#app/database/reader'
import { caseNameSql } from '#app/search/sql'

export interface CourtDecision {
  id: number
  path: string
  name: string
  decided: string
  citation: string | null
  docket_number: string | null
}

const SHOWN = 20
/** Newest decisions of all courts that are looked through. */
const RECENT = 10_000
/** Cases of a court that are few enough to sort their decisions. */
const FEW_CASES = 5_000

const COLUMNS = `c.id, '/opinion/' || c.id || '/' || coalesce(nullif(c.slug, ''), '-') || '/' AS path,
  ${caseNameSql('c')} AS name, c.date_filed AS decided, d.docket_number,
  (SELECT concat_ws(' ', one.volume, one.reporter, one.page) FROM citations one
    WHERE one.cluster_id = c.id ORDER BY one.id LIMIT 1) AS citation`

const AMONG_RECENT = new NamedStatement(
  `SELECT to_json(shown)::text FROM (
     SELECT ${COLUMNS} FROM (
       SELECT recent.* FROM (SELECT id, docket_id, slug, case_name, case_name_full, case_name_short, date_filed
         FROM opinion_clusters ORDER BY date_filed DESC, id DESC LIMIT ${RECENT}) AS recent
       JOIN dockets d ON d.id = recent.docket_id WHERE d.court_id = $1
       ORDER BY recent.date_filed DESC, recent.id DESC LIMIT ${SHOWN}
     ) AS c JOIN dockets d ON d.id = c.docket_id ORDER BY c.date_filed DESC, c.id DESC
   ) AS shown`
)

const OF_FEW_CASES = new NamedStatement(
  `SELECT to_json(shown)::text FROM (
     SELECT ${COLUMNS} FROM opinion_clusters c JOIN dockets d ON d.id = c.docket_id
     WHERE d.id IN (SELECT id FROM dockets WHERE court_id = $1 ORDER BY id LIMIT ${FEW_CASES})
     ORDER BY c.date_filed DESC, c.id DESC LIMIT ${SHOWN}
   ) AS shown`
)

const HAS_MORE_CASES = new NamedStatement(
  `SELECT 1 FROM dockets WHERE court_id = $1 ORDER BY id OFFSET ${FEW_CASES} LIMIT 1`
)

/** @returns fewer than there are where only some of the newest decisions of all courts are of this court */
export async function newestDecisions(reader: Reader, court: string): Promise<CourtDecision[]> {
  const recent = await read(reader, AMONG_RECENT, court)
  if (recent.length === SHOWN) return recent
  const [hasMore] = await reader.rows(HAS_MORE_CASES, [court])
  return hasMore ? recent : read(reader, OF_FEW_CASES, court)
}

async function read(
  reader: Reader,
  statement: NamedStatement,
  court: string
): Promise<CourtDecision[]> {
  const rows = await reader.rows(statement, [court])
  return rows.map(([json]) => JSON.parse(json!) as CourtDecision)
}
