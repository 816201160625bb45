/** The authorities that a decision cites, and descriptions of it by other decisions. */
import { NamedStatement } from '#app/database/named_statement'
import type { Reader } from '#app/database/reader'
import { htmlText } from '#app/search_engine/analysis/html_text'
import { OPINION_TEXTS, opinionOrder } from '../../search/opinion_values.js'
import { caseNameSql } from '#app/search/sql'
import { formatReporterCitation } from './case_citation.js'

/** A decision in a list of authorities. */
export interface Authority {
  id: number
  path: string
  name: string
  /** Reporter, court, and year. */
  report: string
  /** Number of references to it. */
  depth: number
}

export interface CitedAuthority extends Authority {
  /** The beginning of its text. */
  opening: string
}

export interface Description {
  text: string
  name: string
  path: string
  year: number
}

/** A decision in the results of the statements. */
export type FoundDecision = Omit<Authority, 'report'> & Parameters<typeof formatReporterCitation>[0]

/** Maximum entries of the table of authorities. */
export const SHOWN_AUTHORITIES = 400
const SHOWN_DESCRIPTIONS = 10
const SHOWN_UNMATCHED = 100
/** Characters of an opening, and of the source that it is cut from. */
const OPENING = 260
const OPENING_SOURCE = 4_000

const PATH = `'/opinion/' || c.id || '/' || coalesce(nullif(c.slug, ''), '-') || '/' AS path`
/** Columns of a `FoundDecision`, from `c` and the tables joined by `PLACES`. */
export const DECISION = `c.id, ${PATH}, ${caseNameSql('c')} AS name, c.date_filed AS decided,
  coalesce(nullif(court.citation_string, ''), court.short_name) AS court,
  ARRAY(SELECT to_json(cited_as) FROM citations cited_as WHERE cited_as.cluster_id = c.id
    ORDER BY cited_as.id) AS citations`
export const PLACES = `JOIN dockets d ON d.id = c.docket_id JOIN courts court ON court.id = d.court_id`
const OPENING_SQL = OPINION_TEXTS.map(
  ({ column }) => `nullif(left(${column}, ${OPENING_SOURCE}), '')`
).join(', ')

const CITED = new NamedStatement(
  `SELECT to_json(shown)::text FROM (
     SELECT ${DECISION}, cited.depth,
       coalesce(nullif(left(c.syllabus, ${OPENING_SOURCE}), ''), (SELECT coalesce(${OPENING_SQL})
         FROM opinions o WHERE o.cluster_id = c.id ORDER BY ${opinionOrder('o')} LIMIT 1), '') AS opening
     FROM (
       SELECT target.cluster_id, sum(edge.depth)::int AS depth
       FROM opinions own JOIN opinions_cited edge ON edge.citing_opinion_id = own.id
         JOIN opinions target ON target.id = edge.cited_opinion_id
       WHERE own.cluster_id = $1 AND target.cluster_id <> $1
       GROUP BY target.cluster_id ORDER BY depth DESC, target.cluster_id LIMIT ${SHOWN_AUTHORITIES + 1}
     ) AS cited JOIN opinion_clusters c ON c.id = cited.cluster_id ${PLACES}
     ORDER BY name, c.id
   ) AS shown`
)

const DESCRIBED = new NamedStatement(
  `SELECT to_json(shown)::text FROM (
     SELECT p.text, ${caseNameSql('c')} AS name, extract(year FROM c.date_filed)::int AS year, ${PATH}
     FROM parentheticals p JOIN opinions o ON o.id = p.describing_opinion_id
       JOIN opinion_clusters c ON c.id = o.cluster_id
     WHERE p.described_opinion_id IN (SELECT id FROM opinions WHERE cluster_id = $1)
     ORDER BY p.score DESC, p.id LIMIT ${SHOWN_DESCRIPTIONS}
   ) AS shown`
)

const UNMATCHED = new NamedStatement(
  `SELECT to_json(u.citation_string)::text FROM unmatched_citations u
   WHERE u.citing_opinion_id IN (SELECT id FROM opinions WHERE cluster_id = $1)
   GROUP BY u.citation_string ORDER BY u.citation_string LIMIT ${SHOWN_UNMATCHED}`
)

/** The cited decisions by name. @returns one more than the page shows if there are more */
export async function listAuthorities(reader: Reader, cluster: number): Promise<CitedAuthority[]> {
  const found = await read<FoundDecision & { opening: string }>(reader, CITED, cluster)
  return found.map((row) => ({ ...toAuthority(row), opening: openingOf(row.opening) }))
}

/** Parenthetical descriptions of a decision in other decisions, best first. */
export function listParentheticals(reader: Reader, cluster: number): Promise<Description[]> {
  return read(reader, DESCRIBED, cluster)
}

/** Citations in a decision without a matching case in the archive. */
export function listUnmatchedCitations(reader: Reader, cluster: number): Promise<string[]> {
  return read(reader, UNMATCHED, cluster)
}

export function toAuthority({ id, path, name, depth, ...cited }: FoundDecision): Authority {
  return { id, path, name, depth, report: formatReporterCitation(cited) }
}

function openingOf(source: string): string {
  const text = htmlText(source, 2 * OPENING)
    .replace(/\s+/g, ' ')
    .trim()
  return text.length <= OPENING ? text : `${text.slice(0, OPENING).replace(/\s\S*$/, '')} …`
}

/** Reads rows of JSON. */
export async function read<T>(
  reader: Reader,
  statement: NamedStatement,
  cluster: number,
  ...values: unknown[]
): Promise<T[]> {
  const rows = await reader.rows(statement, [cluster, ...values])
  return rows.map(([json]) => JSON.parse(json!) as T)
}
