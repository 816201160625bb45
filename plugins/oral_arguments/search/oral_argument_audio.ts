import { shownBy } from '#app/search/define_search_index'
import { defineSearchType } from '#app/search/define_search_type'
import { caseNameSql, selectColumns, metaSql, listSql } from '#app/search/sql'
import {
  COURT_FACET,
  COURT_RESULTS,
  bothWays,
  CASE_NAMES,
  CASE_PARAMETERS,
  JUDGE_PARAMETER,
  period,
} from '#plugins/case_law/public'

export const RECORDING_TABLES = `audio a LEFT JOIN dockets d ON d.id = a.docket_id LEFT JOIN courts court ON court.id = d.court_id`

export const PANEL = listSql(
  'SELECT heard.person_id FROM audio_panel heard WHERE heard.audio_id = a.id ORDER BY heard.person_id'
)

/** "Done" in `TRANSCRIPT_STATUSES`. */
const DONE = 1

/** Empty until the transcript is complete. */
export const TRANSCRIPT = [
  { column: `CASE WHEN a.stt_status = ${DONE} THEN a.stt_transcript ELSE '' END`, html: false },
]

/** The search for oral arguments (search.md 2.6). */
export default defineSearchType({
  code: 'oa',
  label: 'Oral arguments',
  toolName: 'oral-argument-search',
  description: 'Recordings of oral arguments.',
  index: 'oral_arguments',
  grain: 'parent',
  names: CASE_NAMES,
  parameters: {
    ...CASE_PARAMETERS,
    judge: JUDGE_PARAMETER,
    ...period('argued', 'dateArgued', 'of the argument'),
  },
  facets: [
    {
      ...COURT_FACET,
      offered: `SELECT id, NULL, NULL FROM courts WHERE has_oral_argument_scraper
        UNION SELECT d.court_id, NULL, NULL FROM audio a JOIN dockets d ON d.id = a.docket_id`,
    },
    {
      label: 'Year argued',
      field: 'dateArgued',
      years: { after: 'argued_after', before: 'argued_before' },
    },
  ],
  orders: bothWays('dateArgued'),
  standardOrder: 'dateArgued desc',
  results: {
    hits: `SELECT a.id AS key, :json AS json FROM ${RECORDING_TABLES} WHERE a.id = ANY($1)`,
    fields: {
      ...Object.fromEntries(
        Object.entries(COURT_RESULTS).map(([name, sql]) => [name, `coalesce(${sql as string}, '')`])
      ),
      absolute_url: shownBy('audio', 'absolute_url', 'a'),
      caseName: caseNameSql('a'),
      ...selectColumns('a', 'case_name_full', 'docket_id', 'duration', 'id', 'sha1', 'source'),
      dateArgued: 'd.date_argued',
      dateReargued: 'd.date_reargued',
      dateReargumentDenied: 'd.date_reargument_denied',
      docketNumber: `coalesce(d.docket_number, '')`,
      download_url: `coalesce(a.download_url, '')`,
      // The archive doesn't store file sizes.
      file_size_mp3: 'NULL::integer',
      judge: `coalesce(a.judges, '')`,
      local_path: 'a.local_path_mp3',
      meta: metaSql('a'),
      panel_ids: PANEL,
      registry_case_id: 'd.registry_case_id',
      snippet: `''`,
    },
    snippet: { level: 'hit', field: 'text', from: 'audio a', key: 'a.id', texts: TRANSCRIPT },
    highlighted: {
      caseName: { level: 'hit' },
      judge: { level: 'hit' },
      docketNumber: { level: 'hit' },
      court_citation_string: { level: 'hit' },
    },
  },
})
