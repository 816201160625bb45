import { defineSearchIndex, shownBy, THE_KEYS } from '#app/search/define_search_index'
import { caseNameSql, labelSql, listSql } from '#app/search/sql'
import { COURT_FIELDS, SHOWN_COURT } from '#plugins/case_law/public'
import { choices } from '#api/fields'
import { nameOfPerson } from '#plugins/people/public'
import { unsealed } from '../resources/archive_document.js'

export const DOCKET_TABLES = `dockets d JOIN courts court ON court.id = d.court_id
  LEFT JOIN bankruptcy_information bankruptcy ON bankruptcy.docket_id = d.id`

export const DOCUMENT_TABLES = `archive_documents r JOIN docket_entries e ON e.id = r.docket_entry_id`

export const ASSIGNED_TO = judge('assigned_to')
export const REFERRED_TO = judge('referred_to')

/** The name of the linked judge, or else the name on the docket sheet. */
function judge(column: string): string {
  return `coalesce(nullif(${nameOfPerson(`d.${column}_id`)}, ''), d.${column}_str)`
}

/** Names and IDs of the people in a docket, in the same order. */
function takingPart(table: string, join: string, column: string) {
  const from = `FROM ${table} one WHERE one.id IN (SELECT part.${column} FROM ${join} part WHERE part.docket_id = d.id) ORDER BY one.id`
  return { names: listSql(`SELECT one.name ${from}`), ids: listSql(`SELECT one.id ${from}`) }
}

export const PARTIES = takingPart('parties', 'party_types', 'party_id')
export const ATTORNEYS = takingPart('attorneys', 'attorney_roles', 'attorney_id')
export const FIRMS = takingPart(
  'attorney_organizations',
  'attorney_organization_links',
  'attorney_organization_id'
)

/** Document numbers are text in the archive; some appellate courts use 15 digits. */
export const DOCUMENT_NUMBER = `CASE WHEN r.document_number ~ '^[0-9]{1,15}$' THEN r.document_number::bigint END`

/** Names of document types in search (search.md 2.2). */
const KINDS = choices({ 1: 'Registry Document', 2: 'Attachment' })
export const DOCUMENT_TYPE = labelSql(KINDS, 'r.document_type::text')

/** The text of a document; empty if it is sealed. */
export const DOCUMENT_TEXTS = [
  { column: `CASE WHEN ${unsealed('r')} THEN r.plain_text ELSE '' END`, html: false },
]

/** Dockets from the court system have the source bit 1; others can also have a docket sheet. */
const HAS_RECORDS = `((d.source & 1) = 1 OR EXISTS (SELECT 1 FROM docket_entries entry WHERE entry.docket_id = d.id))`

/** The index of federal dockets and their documents. People are stored only with the docket, because there can be many. */
export default defineSearchIndex({
  name: 'dockets',
  label: 'Federal dockets',
  ownRow: 'always',
  yearsOfAge: 20,
  documents: {
    parents: {
      from: DOCKET_TABLES,
      key: 'd.id',
      where: `${SHOWN_COURT} AND ${HAS_RECORDS}`,
      date: 'd.date_filed',
    },
    children: {
      from: `${DOCUMENT_TABLES} JOIN dockets d ON d.id = e.docket_id JOIN courts court ON court.id = d.court_id`,
      key: 'r.id',
      parent: 'e.docket_id',
      where: SHOWN_COURT,
    },
  },
  modified: { parents: ['d.date_modified'], children: ['r.date_modified', 'e.date_modified'] },
  fields: {
    ...COURT_FIELDS,
    court_citation_string: { ...COURT_FIELDS.court_citation_string!, weight: 1 },
    assignedTo: {
      kind: 'text',
      names: 'person',
      level: 'parent',
      weight: 1,
      sql: ASSIGNED_TO,
    },
    assigned_to_id: { kind: 'number', level: 'parent', facet: true, sql: 'd.assigned_to_id' },
    attorney: {
      kind: 'text',
      names: 'person',
      level: 'parent',
      ownRow: true,
      several: true,
      sql: ATTORNEYS.names,
    },
    attorney_id: {
      kind: 'number',
      level: 'parent',
      ownRow: true,
      several: true,
      sql: ATTORNEYS.ids,
    },
    caseName: {
      kind: 'text',
      names: 'organization',
      level: 'parent',
      weight: 4,
      sql: caseNameSql('d'),
    },
    case_name_full: {
      kind: 'text',
      names: 'organization',
      level: 'parent',
      weight: 1,
      sql: 'd.case_name_full',
    },
    cause: { kind: 'text', level: 'parent', weight: 1, sql: 'd.cause' },
    chapter: { kind: 'text', level: 'parent', weight: 1, sql: 'bankruptcy.chapter' },
    dateArgued: {
      kind: 'date',
      level: 'parent',
      sql: 'd.date_argued',
    },
    dateFiled: {
      kind: 'date',
      level: 'parent',
      facet: true,
      sql: 'd.date_filed',
    },
    dateTerminated: {
      kind: 'date',
      level: 'parent',
      sql: 'd.date_terminated',
    },
    date_created: { kind: 'datetime', level: 'parent', sql: 'd.date_created' },
    docketNumber: {
      kind: 'text',
      level: 'parent',
      weight: 3,
      shape: 'docket number',
      sql: 'd.docket_number',
    },
    docket_id: { kind: 'number', level: 'parent', sql: 'd.id' },
    docket_absolute_url: {
      kind: 'keyword',
      level: 'parent',
      sql: shownBy('dockets', 'absolute_url', 'd'),
    },
    firm: {
      kind: 'text',
      names: 'organization',
      level: 'parent',
      ownRow: true,
      several: true,
      sql: FIRMS.names,
    },
    firm_id: { kind: 'number', level: 'parent', ownRow: true, several: true, sql: FIRMS.ids },
    jurisdictionType: {
      kind: 'text',
      level: 'parent',
      sql: 'd.jurisdiction_type',
    },
    juryDemand: {
      kind: 'text',
      level: 'parent',
      weight: 1,
      sql: 'd.jury_demand',
    },
    party: {
      kind: 'text',
      names: 'organization',
      level: 'parent',
      ownRow: true,
      several: true,
      sql: PARTIES.names,
    },
    party_id: { kind: 'number', level: 'parent', ownRow: true, several: true, sql: PARTIES.ids },
    referredTo: {
      kind: 'text',
      names: 'person',
      level: 'parent',
      weight: 1,
      sql: REFERRED_TO,
    },
    referred_to_id: { kind: 'number', level: 'parent', sql: 'd.referred_to_id' },
    registry_case_id: { kind: 'keyword', level: 'parent', sql: 'd.registry_case_id' },
    suitNature: {
      kind: 'text',
      level: 'parent',
      weight: 1,
      aliases: ['nature_of_suit'],
      sql: 'd.nature_of_suit',
    },
    nature: { kind: 'keyword', level: 'parent', facet: true, sql: `nullif(d.nature_of_suit, '')` },
    trustee_str: {
      kind: 'text',
      names: 'person',
      level: 'parent',
      weight: 1,
      sql: 'bankruptcy.trustee_str',
    },

    absolute_url: {
      kind: 'keyword',
      level: 'child',
      sql: shownBy('archive-documents', 'absolute_url', 'r'),
    },
    attachment_number: { kind: 'number', level: 'child', sql: 'r.attachment_number' },
    // The archive doesn't store citations in documents.
    cites: { kind: 'number', level: 'child', several: true },
    description: { kind: 'text', level: 'child', weight: 2, sql: 'e.description' },
    docket_entry_id: { kind: 'number', level: 'child', sql: 'e.id' },
    document_number: { kind: 'number', level: 'child', sql: DOCUMENT_NUMBER },
    document_type: { kind: 'text', level: 'child', weight: 1, sql: DOCUMENT_TYPE },
    entry_date_filed: { kind: 'date', level: 'child', sql: 'e.date_filed' },
    entry_number: { kind: 'number', level: 'child', sql: 'e.entry_number' },
    filepath_local: { kind: 'keyword', level: 'child', sql: 'r.filepath_local' },
    id: { kind: 'number', level: 'child', sql: 'r.id' },
    is_available: { kind: 'boolean', level: 'child', sql: 'coalesce(r.is_available, false)' },
    page_count: { kind: 'number', level: 'child', sql: 'r.page_count' },
    plain_text: { kind: 'text', level: 'child', weight: 1, texts: DOCUMENT_TEXTS },
    registry_doc_id: { kind: 'keyword', level: 'child', sql: 'r.registry_doc_id' },
    short_description: { kind: 'text', level: 'child', weight: 1, sql: 'r.description' },
    // The document's own date: a change of the docket doesn't rewrite its documents.
    timestamp: { kind: 'datetime', level: 'child', sql: 'r.date_modified' },
  },
  follows: {
    dockets: { are: 'parents' },
    archive_documents: { are: 'children' },
    docket_entries: {
      // Other dockets are indexed without documents.
      parents: `SELECT DISTINCT e.docket_id AS key FROM docket_entries e JOIN dockets d ON d.id = e.docket_id
        WHERE e.id = ANY($1) AND (d.source & 1) = 0`,
      children: 'SELECT id AS key FROM archive_documents WHERE docket_entry_id = ANY($1)',
    },
    courts: { parents: 'SELECT id AS key FROM dockets WHERE court_id = ANY($1)' },
    people: {
      parents:
        'SELECT id AS key FROM dockets WHERE assigned_to_id = ANY($1) OR referred_to_id = ANY($1)',
    },
    bankruptcy_information: { parents: THE_KEYS },
    party_types: { parents: THE_KEYS },
    attorney_roles: { parents: THE_KEYS },
    attorney_organization_links: { parents: THE_KEYS },
    parties: { parents: 'SELECT docket_id AS key FROM party_types WHERE party_id = ANY($1)' },
    attorneys: {
      parents: 'SELECT docket_id AS key FROM attorney_roles WHERE attorney_id = ANY($1)',
    },
    attorney_organizations: {
      parents: `SELECT docket_id AS key FROM attorney_organization_links WHERE attorney_organization_id = ANY($1)`,
    },
  },
})
