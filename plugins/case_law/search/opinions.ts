import { defineSearchIndex, shownBy, THE_KEYS } from '#app/search/define_search_index'
import { caseNameSql } from '#app/search/sql'
import { COURT_JURISDICTIONS, PRECEDENTIAL_STATUSES } from '../resources/codes.js'
import { COURT_FIELDS, SHOWN_COURT, STANDING } from './case_searches.js'
import {
  ALL_CITATIONS,
  CITED_OPINIONS,
  LEXIS_CITATION,
  NEUTRAL_CITATION,
  OPINION_TEXTS,
  OPINION_TYPE,
  OPINION_TYPE_SLUGS,
  SIBLINGS,
} from './opinion_values.js'

const COURT_OF_CASE = `JOIN dockets d ON d.id = c.docket_id JOIN courts court ON court.id = d.court_id`

const WHOLE_NATURE = `nullif(c.nature_of_suit, '')`

/** The index of decisions and their opinions. The plugin `people` fills the fields of judges. */
export default defineSearchIndex({
  name: 'opinions',
  label: 'Opinions',
  ownRow: 'without children',
  yearsOfAge: 50,
  documents: {
    parents: {
      from: `opinion_clusters c ${COURT_OF_CASE}`,
      key: 'c.id',
      where: SHOWN_COURT,
      date: 'c.date_filed',
      factor: STANDING,
    },
    children: {
      from: `opinions o JOIN opinion_clusters c ON c.id = o.cluster_id ${COURT_OF_CASE}`,
      key: 'o.id',
      parent: 'o.cluster_id',
      where: SHOWN_COURT,
    },
  },
  modified: { parents: ['c.date_modified', 'd.date_modified'], children: ['o.date_modified'] },
  fields: {
    ...COURT_FIELDS,
    court_jurisdiction: {
      kind: 'keyword',
      level: 'parent',
      sql: 'court.jurisdiction',
      values: COURT_JURISDICTIONS.map(({ value }) => String(value)),
    },
    absolute_url: {
      kind: 'keyword',
      level: 'parent',
      sql: shownBy('clusters', 'absolute_url', 'c'),
    },
    attorney: { kind: 'text', names: 'person', level: 'parent', weight: 1, sql: 'c.attorneys' },
    caseName: {
      kind: 'text',
      names: 'organization',
      level: 'parent',
      weight: 4,
      sql: caseNameSql('c'),
    },
    caseNameFull: {
      kind: 'text',
      names: 'organization',
      level: 'parent',
      weight: 1,
      sql: 'c.case_name_full',
    },
    citation: { kind: 'text', level: 'parent', several: true, weight: 1, sql: ALL_CITATIONS },
    citeCount: {
      kind: 'number',
      level: 'parent',
      sql: 'c.citation_count',
    },
    cluster_id: { kind: 'number', level: 'parent', sql: 'c.id' },
    dateArgued: {
      kind: 'date',
      level: 'parent',
      sql: 'd.date_argued',
    },
    dateFiled: {
      kind: 'date',
      level: 'parent',
      facet: true,
      sql: 'c.date_filed',
    },
    dateReargued: {
      kind: 'date',
      level: 'parent',
      sql: 'd.date_reargued',
    },
    dateReargumentDenied: {
      kind: 'date',
      level: 'parent',
      sql: 'd.date_reargument_denied',
    },
    date_created: { kind: 'datetime', level: 'parent', sql: 'c.date_created' },
    docketNumber: {
      kind: 'text',
      level: 'parent',
      weight: 2,
      shape: 'docket number',
      sql: 'd.docket_number',
    },
    docket_id: { kind: 'number', level: 'parent', sql: 'c.docket_id' },
    judge: { kind: 'text', names: 'person', level: 'parent', weight: 1, sql: 'c.judges' },
    lexisCite: {
      kind: 'text',
      level: 'parent',
      sql: LEXIS_CITATION,
    },
    neutralCite: {
      kind: 'text',
      level: 'parent',
      sql: NEUTRAL_CITATION,
    },
    non_participating_judge_ids: { kind: 'number', level: 'parent', several: true },
    panel_ids: { kind: 'number', level: 'parent', several: true },
    panel_names: { kind: 'text', names: 'person', level: 'parent', several: true },
    posture: { kind: 'text', level: 'parent', weight: 1, sql: 'c.posture' },
    procedural_history: {
      kind: 'text',
      level: 'parent',
      weight: 1,
      sql: 'c.procedural_history',
    },
    scdb_id: { kind: 'keyword', level: 'parent', sql: 'c.scdb_id' },
    sibling_ids: { kind: 'number', level: 'parent', several: true, sql: SIBLINGS },
    source: { kind: 'keyword', level: 'parent', sql: 'c.source' },
    status: {
      kind: 'keyword',
      level: 'parent',
      facet: true,
      sql: 'c.precedential_status',
      values: PRECEDENTIAL_STATUSES.map(({ value }) => String(value)),
    },
    status_text: { kind: 'text', level: 'parent', weight: 1, sql: 'c.precedential_status' },
    suitNature: {
      kind: 'text',
      level: 'parent',
      weight: 1,
      aliases: ['nature_of_suit'],
      sql: 'c.nature_of_suit',
    },
    nature: { kind: 'keyword', level: 'parent', facet: true, sql: WHOLE_NATURE },
    syllabus: { kind: 'text', level: 'parent', weight: 1, sql: 'c.syllabus' },
    timestamp: { kind: 'datetime', level: 'parent', sql: 'c.date_modified' },

    author_id: { kind: 'number', level: 'child', facet: true, sql: 'o.author_id' },
    cites: { kind: 'number', level: 'child', several: true, sql: CITED_OPINIONS },
    id: { kind: 'number', level: 'child', sql: 'o.id' },
    joined_by_ids: { kind: 'number', level: 'child', several: true },
    local_path: { kind: 'keyword', level: 'child', sql: 'o.local_path' },
    per_curiam: { kind: 'boolean', level: 'child', sql: 'o.per_curiam' },
    sha1: { kind: 'keyword', level: 'child', sql: 'o.sha1' },
    text: { kind: 'text', level: 'child', weight: 1, texts: OPINION_TEXTS },
    opinion_kind: {
      kind: 'keyword',
      level: 'child',
      facet: true,
      sql: OPINION_TYPE,
      values: Object.values(OPINION_TYPE_SLUGS),
    },
    type: { kind: 'text', level: 'child', weight: 1, sql: OPINION_TYPE },
  },
  follows: {
    // Linking citations updates the counts of decisions and the links in texts.
    opinion_clusters: { are: 'parents', derived: ['citeCount'] },
    opinions: {
      are: 'children',
      derived: [],
      // The document of a cluster contains the IDs of its opinions.
      parents: 'SELECT DISTINCT cluster_id AS key FROM opinions WHERE id = ANY($1)',
    },
    dockets: { parents: 'SELECT id AS key FROM opinion_clusters WHERE docket_id = ANY($1)' },
    courts: {
      parents: `SELECT c.id AS key FROM dockets d JOIN opinion_clusters c ON c.docket_id = d.id WHERE d.court_id = ANY($1)`,
    },
    citations: { parents: THE_KEYS },
    opinions_cited: { children: THE_KEYS, fields: ['cites'] },
  },
})
