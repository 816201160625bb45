import { shownBy } from '#app/search/define_search_index'
import { defineSearchType } from '#app/search/define_search_type'
import { caseNameSql, selectColumns } from '#app/search/sql'
import {
  bothWays,
  CASE_NAMES,
  CASE_PARAMETERS,
  COURT_FACET,
  COURT_RESULTS,
  period,
} from '#plugins/case_law/public'
import settings from '../settings.js'
import { PARENTHETICAL_TABLES } from './parenthetical_index.js'

/** The search for parentheticals, which the API has only if a setting enables it. */
export default settings.searchesParentheticals
  ? [
      defineSearchType({
        code: 'pa',
        label: 'Parentheticals',
        toolName: 'parenthetical-search',
        description: 'Descriptions of decisions in parentheses after their citations.',
        index: 'parentheticals',
        grain: 'child',
        names: { caseName: CASE_NAMES!.caseName! },
        parameters: {
          court: CASE_PARAMETERS.court!,
          case_name: {
            is: 'text',
            field: 'caseName',
            description: 'Words in the name of the described case.',
          },
          ...period('filed', 'dateFiled', 'of the citing decision'),
        },
        facets: [
          COURT_FACET,
          {
            label: 'Year filed',
            field: 'dateFiled',
            years: { after: 'filed_after', before: 'filed_before' },
          },
        ],
        orders: bothWays('dateFiled'),
        standardOrder: 'score desc',
        results: {
          hits: `SELECT p.id AS key, :json AS json FROM ${PARENTHETICAL_TABLES} WHERE p.id = ANY($1)`,
          fields: {
            ...COURT_RESULTS,
            ...selectColumns('p', 'id', 'score', 'described_opinion_id', 'describing_opinion_id'),
            absolute_url: shownBy('clusters', 'absolute_url', 'cited'),
            caseName: caseNameSql('cited'),
            dateFiled: 'c.date_filed',
            described_cluster_id: 'cited.id',
            describingCaseName: caseNameSql('c'),
            describing_cluster_id: 'c.id',
            meta: `json_build_object()`,
            snippet: `''`,
            text: 'p.text',
          },
          snippet: {
            level: 'hit',
            field: 'text',
            from: 'parentheticals p',
            key: 'p.id',
            texts: [{ column: 'p.text', html: false }],
          },
          highlighted: { caseName: { level: 'hit' } },
        },
      }),
    ]
  : []
