/**
 * What every index of cases says of the court: `court` is how its statements
 * call the table of courts, `d` that of dockets.
 */
import type { SearchField } from '#app/search/define_search_index'
import type { ResultFields, SearchFacet } from '#app/search/define_search_type'
import { labelSql } from '#app/search/sql'
import { COURT_JURISDICTIONS } from '../resources/codes.js'
import court from '../resources/court.js'

/** Records of courts the API does not show are not found. */
export const SHOWN_COURT = court.visible!.replace('jurisdiction', 'court.jurisdiction')

/** A court stands for the courts below it. */
export const COURTS_BELOW =
  'SELECT id, parent_court_id FROM courts WHERE parent_court_id IS NOT NULL'

/** Fields of an index. Terms without a field look for the court's ID, too, in `court_id_text`. */
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

/** Hits by court, in groups of jurisdictions. */
export const COURT_FACET: SearchFacet = {
  label: 'Court',
  field: 'court_id',
  parameter: 'court',
  named: `SELECT court.id, court.full_name, ${labelSql(COURT_JURISDICTIONS, 'court.jurisdiction')}
    FROM courts court WHERE ($1::text[] IS NULL OR court.id = ANY($1)) AND ${SHOWN_COURT} ORDER BY court.position`,
}

/** Fields of a result. */
export const COURT_RESULTS: ResultFields = {
  court: 'court.full_name',
  court_id: 'court.id',
  court_citation_string: 'court.citation_string',
}

/** How much a decision weighs, by the jurisdiction of its court (search.md 5); 1 for those not named. */
const STANDINGS: [factor: number, jurisdictions: string[]][] = [
  [0.8, ['F', 'S', 'TRS', 'TS']],
  [0.6, ['FD', 'FBP', 'SA', 'TRA', 'TA', 'SAG', 'MA']],
  [0.4, ['FS', 'FB', 'ST', 'SS', 'TRT', 'TRX', 'TT', 'TSP', 'MT', 'C']],
  [0.2, ['I']],
]

/** The supreme court has its jurisdiction in common with the federal courts of appeals. */
export const STANDING = `CASE WHEN court.id = 'scotus' THEN 1
  ${STANDINGS.map(([factor, codes]) => `WHEN court.jurisdiction IN (${codes.map((code) => `'${code}'`).join(', ')}) THEN ${factor}`).join('\n  ')}
  ELSE 1 END`
