/**
 * Fields, facets, and parameters shared by searches for cases (search.md 1.1). In SQL, `court` is
 * the alias of courts, and `d` of dockets.
 */
import type { SearchField } from '#app/search/define_search_index'
import type {
  ResultFields,
  SearchFacet,
  SearchParameter,
  SearchTypeDefinition,
} from '#app/search/define_search_type'
import { labelSql } from '#app/search/sql'
import { COURT_JURISDICTIONS } from '../resources/codes.js'
import court from '../resources/court.js'

/** Excludes records of courts that the API hides. */
export const SHOWN_COURT = court.visible!.replace('jurisdiction', 'court.jurisdiction')

/** The hierarchy of courts with their names; a court includes those below it. */
export const COURTS_BELOW =
  'SELECT id, parent_court_id, citation_string, short_name, full_name FROM courts'

/** Fields of an index. Unqualified terms also match court IDs, in `court_id_text`. */
export const COURT_FIELDS: Record<string, SearchField> = {
  court: { kind: 'text', level: 'parent', weight: 1, sql: 'court.full_name' },
  court_id: {
    kind: 'keyword',
    level: 'parent',
    facet: true,
    sql: 'court.id',
    tree: COURTS_BELOW,
  },
  court_id_text: { kind: 'text', level: 'parent', weight: 1, sql: 'court.id' },
  court_citation_string: { kind: 'text', level: 'parent', sql: 'court.citation_string' },
}

/** Hits by court, grouped by jurisdiction. */
export const COURT_FACET: SearchFacet = {
  label: 'Court',
  field: 'court_id',
  parameter: 'court',
  named: `SELECT court.id, court.full_name, ${labelSql(COURT_JURISDICTIONS, 'court.jurisdiction')},
      concat_ws(chr(10), court.short_name, nullif(court.citation_string, ''))
    FROM courts court WHERE ($1::text[] IS NULL OR court.id = ANY($1)) AND ${SHOWN_COURT} ORDER BY court.position`,
}

/** Fields of a result. */
export const COURT_RESULTS: ResultFields = {
  court: 'court.full_name',
  court_id: 'court.id',
  court_citation_string: 'court.citation_string',
}

/** Weights of decisions by the jurisdiction of the court (search.md 5); 1 for other jurisdictions. */
const STANDINGS: [factor: number, jurisdictions: string[]][] = [
  [0.8, ['F', 'S', 'TRS', 'TS']],
  [0.6, ['FD', 'FBP', 'SA', 'TRA', 'TA', 'SAG', 'MA']],
  [0.4, ['FS', 'FB', 'ST', 'SS', 'TRT', 'TRX', 'TT', 'TSP', 'MT', 'C']],
  [0.2, ['I']],
]

/** The Supreme Court has the same jurisdiction code as the federal courts of appeals. */
export const STANDING = `CASE WHEN court.id = 'scotus' THEN 1
  ${STANDINGS.map(([factor, codes]) => `WHEN court.jurisdiction IN (${codes.map((code) => `'${code}'`).join(', ')}) THEN ${factor}`).join('\n  ')}
  ELSE 1 END`

export const CASE_PARAMETERS: Record<string, SearchParameter> = {
  court: {
    is: 'courts',
    field: 'court_id',
    listed: {
      resource: 'courts',
      label: 'full_name',
      examples: ['scotus', 'ca9', 'cafc', 'nysd', 'cal'],
    },
    description: 'Court IDs; each includes the courts below it.',
  },
  case_name: { is: 'text', field: 'caseName', description: 'Words in the case name.' },
  docket_number: { is: 'docket number', field: 'docketNumber', description: 'Docket number.' },
}

/** Ranks matches of a case name or docket number first (search.md 4.3). */
export const CASE_NAMES: SearchTypeDefinition['names'] = {
  caseName: { is: 'name', several: 25, one: 4, caseName: 75, part: 10 },
  docketNumber: { is: 'number', several: 75, one: 2 },
}

export const JUDGE_PARAMETER: SearchParameter = {
  is: 'text',
  field: 'judge',
  description: "Words in the judges' names.",
}

/**
 * Parameters for a date range: `filed_after` and `filed_before`.
 *
 * @param of completes the description: `of the decision`
 * @param recent whether forms offer recent periods
 */
export function period(
  name: string,
  field: string,
  of: string,
  { recent = true } = {}
): Record<string, SearchParameter> {
  const [after, before] = [`${name}_after`, `${name}_before`]
  return {
    [after]: { is: 'after', field, other: before, recent, description: `First day ${of}.` },
    [before]: { is: 'before', field, other: after, description: `Last day ${of}.` },
  }
}

/** Orderings by one field in both directions. */
export function bothWays(name: string): SearchTypeDefinition['orders'] {
  return {
    [`${name} desc`]: [{ name, descending: true }],
    [`${name} asc`]: [{ name, descending: false }],
  }
}

/** The query for all decisions that cite one of these opinions. */
export function citesQuery(opinions: readonly unknown[]): string {
  return opinions.map((id) => `cites:(${String(id)})`).join(' OR ')
}
