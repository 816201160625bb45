import { defineSearchIndex, shownBy, THE_KEYS } from '#app/search/define_search_index'
import { caseNameSql } from '#app/search/sql'
import { COURT_FIELDS, SHOWN_COURT } from '#plugins/case_law/public'
import { PANEL, RECORDING_TABLES, TRANSCRIPT } from './oral_argument_audio.js'

/** The index of recordings. Most case data comes from the docket. */
export default defineSearchIndex({
  name: 'oral_arguments',
  label: 'Oral arguments',
  ownRow: 'always',
  yearsOfAge: 50,
  documents: {
    parents: {
      from: RECORDING_TABLES,
      key: 'a.id',
      where: `(court.id IS NULL OR ${SHOWN_COURT})`,
      date: 'd.date_argued',
    },
  },
  modified: { parents: ['a.date_modified', 'd.date_modified'] },
  fields: {
    ...COURT_FIELDS,
    court_citation_string: { ...COURT_FIELDS.court_citation_string!, weight: 1 },
    absolute_url: { kind: 'keyword', level: 'parent', sql: shownBy('audio', 'absolute_url', 'a') },
    caseName: {
      kind: 'text',
      names: 'organization',
      level: 'parent',
      weight: 4,
      sql: caseNameSql('a'),
    },
    case_name_full: {
      kind: 'text',
      names: 'organization',
      level: 'parent',
      sql: 'a.case_name_full',
    },
    ...dateFields('dateArgued', 'date_argued'),
    ...dateFields('dateReargued', 'date_reargued'),
    ...dateFields('dateReargumentDenied', 'date_reargument_denied'),
    docketNumber: {
      kind: 'text',
      level: 'parent',
      weight: 2,
      shape: 'docket number',
      sql: 'd.docket_number',
    },
    docket_id: { kind: 'number', level: 'parent', sql: 'a.docket_id' },
    download_url: { kind: 'keyword', level: 'parent', sql: 'a.download_url' },
    duration: { kind: 'number', level: 'parent', sql: 'a.duration' },
    // The archive doesn't store file sizes.
    file_size_mp3: { kind: 'number', level: 'parent' },
    id: { kind: 'number', level: 'parent', sql: 'a.id' },
    judge: { kind: 'text', names: 'person', level: 'parent', weight: 1, sql: 'a.judges' },
    local_path: { kind: 'keyword', level: 'parent', sql: 'a.local_path_mp3' },
    panel_ids: { kind: 'number', level: 'parent', several: true, sql: PANEL },
    registry_case_id: { kind: 'keyword', level: 'parent', sql: 'd.registry_case_id' },
    sha1: { kind: 'text', level: 'parent', weight: 1, sql: 'a.sha1' },
    source: { kind: 'keyword', level: 'parent', sql: 'a.source' },
    text: { kind: 'text', level: 'parent', weight: 1, texts: TRANSCRIPT },
    timestamp: { kind: 'datetime', level: 'parent', sql: 'a.date_modified' },
  },
  follows: {
    audio: { are: 'parents' },
    audio_panel: { parents: THE_KEYS },
    dockets: { parents: 'SELECT id AS key FROM audio WHERE docket_id = ANY($1)' },
    courts: {
      parents:
        'SELECT a.id AS key FROM audio a JOIN dockets d ON d.id = a.docket_id WHERE d.court_id = ANY($1)',
    },
  },
})

/** A date and its text (`1 January 2020`) for terms without a field. */
function dateFields(name: string, column: string) {
  return {
    [name]: {
      kind: 'date' as const,
      level: 'parent' as const,
      facet: name === 'dateArgued',
      aliases: [name.toLowerCase(), column],
      sql: `d.${column}`,
    },
    [`${name}_text`]: {
      kind: 'text' as const,
      level: 'parent' as const,
      weight: 1,
      sql: `to_char(d.${column}, 'FMDD FMMonth YYYY')`,
    },
  }
}
