import { shownBy } from '#app/search/define_search_index'
import { defineSearchType } from '#app/search/define_search_type'
import { caseNameSql, selectColumns, metaSql, NO_KEYS, NO_TEXTS } from '#app/search/sql'
import { mainOpinion, type RankedOpinion, kindWords } from '../opinion_types.js'
import { OPINION_TYPES, PRECEDENTIAL_STATUSES } from '../resources/codes.js'
import {
  COURT_FACET,
  COURT_RESULTS,
  bothWays,
  CASE_NAMES,
  CASE_PARAMETERS,
  JUDGE_PARAMETER,
  period,
} from './case_searches.js'
import {
  ALL_CITATIONS,
  CITED_OPINIONS,
  LEXIS_CITATION,
  NEUTRAL_CITATION,
  OPINION_TEXTS,
  OPINION_TYPE,
  OPINION_TYPE_SLUGS,
  SIBLINGS,
  SUMMARY,
  opinionOrder,
} from './opinion_values.js'

const KINDS = OPINION_TYPES.map(({ value }) => ({
  value: OPINION_TYPE_SLUGS[value]!,
  label: kindWords(value),
}))

/** The search for clusters; the plugin `people` adds the lists of judges (search.md 2.1). */
export default defineSearchType({
  code: 'o',
  label: 'Case law',
  toolName: 'opinion-search',
  description: 'Decisions with their matching opinions.',
  index: 'opinions',
  grain: 'parent',
  names: { ...CASE_NAMES, citation: { is: 'citation', several: 75, one: 1 } },
  citedField: 'citeCount',
  recordKey: 'cluster_id',
  hitKey: 'cluster_id',
  semantic: {
    field: 'text',
    summary: SUMMARY,
    keys: { parent: 'cluster_id', child: 'id' },
    neighbours: 100,
  },
  parameters: {
    ...CASE_PARAMETERS,
    judge: JUDGE_PARAMETER,
    ...period('filed', 'dateFiled', 'of the decision'),
    citation: { is: 'citation', field: 'citation', description: 'A citation of the decision.' },
    neutral_cite: {
      is: 'text',
      field: 'neutralCite',
      label: 'Neutral citation',
      description: 'Neutral citation.',
    },
    cited_gt: {
      is: 'least',
      field: 'citeCount',
      other: 'cited_lt',
      label: 'Cited at least',
      description: 'Minimum number of citations.',
    },
    cited_lt: {
      is: 'most',
      field: 'citeCount',
      other: 'cited_gt',
      label: 'Cited at most',
      description: 'Maximum number of citations.',
    },
    opinion_kind: {
      is: 'code',
      field: 'opinion_kind',
      codes: Object.fromEntries(KINDS.map(({ value }) => [value, value])),
      meanings: Object.fromEntries(KINDS.map(({ value, label }) => [value, label])),
      description: 'Type of one of the opinions.',
    },
    nature: {
      is: 'value',
      field: 'nature',
      label: 'Nature of suit',
      description: 'Exact nature of suit.',
    },
    id: { is: 'keys', field: 'id', description: 'IDs of opinions.' },
  },
  facets: [
    COURT_FACET,
    {
      label: 'Year filed',
      field: 'dateFiled',
      years: { after: 'filed_after', before: 'filed_before' },
    },
    { label: 'Status', field: 'status' },
    { label: 'Opinion kind', field: 'opinion_kind', parameter: 'opinion_kind' },
    { label: 'Nature of suit', field: 'nature', parameter: 'nature' },
  ],
  boxes: {
    field: 'status',
    prefix: 'stat_',
    values: PRECEDENTIAL_STATUSES.map(({ value }) => String(value)),
    standard: ['Published'],
  },
  orders: { ...bothWays('dateFiled'), ...bothWays('citeCount') },
  standardOrder: 'score desc',
  derived: {
    opinion_id: {
      schema: { type: ['integer', 'null'] },
      of: ({ opinions }) => mainOpinion(opinions as RankedOpinion[])?.id ?? null,
    },
  },
  results: {
    hits: `SELECT c.id AS key, :json AS json
      FROM opinion_clusters c JOIN dockets d ON d.id = c.docket_id JOIN courts court ON court.id = d.court_id
      WHERE c.id = ANY($1)`,
    fields: {
      ...COURT_RESULTS,
      absolute_url: shownBy('clusters', 'absolute_url', 'c'),
      attorney: 'c.attorneys',
      caseName: caseNameSql('c'),
      caseNameFull: 'c.case_name_full',
      citation: ALL_CITATIONS,
      citeCount: 'c.citation_count',
      cluster_id: 'c.id',
      dateArgued: 'd.date_argued',
      dateFiled: 'c.date_filed',
      dateReargued: 'd.date_reargued',
      dateReargumentDenied: 'd.date_reargument_denied',
      docketNumber: `coalesce(d.docket_number, '')`,
      docket_id: 'd.id',
      judge: 'c.judges',
      lexisCite: LEXIS_CITATION,
      meta: metaSql('c'),
      neutralCite: NEUTRAL_CITATION,
      non_participating_judge_ids: NO_KEYS,
      opinions: `'[]'::json`,
      panel_ids: NO_KEYS,
      panel_names: NO_TEXTS,
      ...selectColumns('c', 'posture', 'procedural_history', 'scdb_id', 'source', 'syllabus'),
      sibling_ids: SIBLINGS,
      status: 'c.precedential_status',
      suitNature: 'c.nature_of_suit',
    },
    children: {
      list: 'opinions',
      most: 20,
      sql: `SELECT o.id AS key, :json AS json FROM opinions o WHERE o.id = ANY($1)
        ORDER BY ${opinionOrder('o')}`,
      ordered: true,
      fields: {
        ...selectColumns('o', 'author_id', 'download_url', 'id', 'per_curiam', 'sha1'),
        cites: CITED_OPINIONS,
        joined_by_ids: NO_KEYS,
        local_path: `nullif(o.local_path, '')`,
        meta: metaSql('o'),
        snippet: `''`,
        type: OPINION_TYPE,
      },
    },
    snippet: {
      level: 'child',
      field: 'text',
      from: 'opinions o',
      key: 'o.id',
      texts: OPINION_TEXTS,
    },
    highlighted: {
      caseName: { level: 'hit' },
      citation: { level: 'hit' },
      court_citation_string: { level: 'hit' },
      docketNumber: { level: 'hit' },
      suitNature: { level: 'hit' },
    },
  },
})
