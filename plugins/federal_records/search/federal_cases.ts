import { shownBy } from '#app/search/define_search_index'
import {
  defineSearchType,
  type ResultFields,
  type SearchParameter,
  type SearchResults,
} from '#app/search/define_search_type'
import { caseNameSql, selectColumns, metaSql, NO_KEYS } from '#app/search/sql'
import {
  COURT_FACET,
  COURT_RESULTS,
  bothWays,
  CASE_NAMES,
  CASE_PARAMETERS,
  period,
} from '#plugins/case_law/public'
import { NAMED_PEOPLE } from '#plugins/people/public'
import {
  ASSIGNED_TO,
  ATTORNEYS,
  DOCKET_TABLES,
  DOCUMENT_NUMBER,
  DOCUMENT_TABLES,
  DOCUMENT_TEXTS,
  DOCUMENT_TYPE,
  FIRMS,
  PARTIES,
  REFERRED_TO,
} from './dockets.js'

function words(field: string, of: string): SearchParameter {
  return { is: 'text', field, description: `Words in ${of}.` }
}

const PARAMETERS: Record<string, SearchParameter> = {
  ...CASE_PARAMETERS,
  ...period('filed', 'dateFiled', 'on which the case was opened'),
  ...period('entry_date_filed', 'entry_date_filed', "of the document's entry"),
  available_only: {
    is: 'flag',
    field: 'is_available',
    description: '`on`: only documents with a file in the archive.',
  },
  description: words('description', "the entry's text"),
  nature_of_suit: words('suitNature', 'the nature of suit'),
  nature: {
    is: 'value',
    field: 'nature',
    label: 'Nature of suit (exact)',
    description: 'Exact nature of suit.',
  },
  cause: words('cause', 'the cause of action'),
  assigned_to: words('assignedTo', 'the name of the judge in charge'),
  assigned_to_id: {
    is: 'keys',
    field: 'assigned_to_id',
    label: 'Judge',
    description: 'IDs of the assigned judges.',
  },
  referred_to: words('referredTo', 'the name of the judge the matter was handed to'),
  document_number: { is: 'number', field: 'document_number', description: 'Document number.' },
  attachment_number: {
    is: 'number',
    field: 'attachment_number',
    description: 'Attachment number.',
  },
  party_name: words('party', 'the name of a party'),
  atty_name: { ...words('attorney', 'the name of an attorney'), label: 'Attorney name' },
  firm_name: words('firm', 'the name of a firm'),
}

const DOCKET: ResultFields = {
  ...COURT_RESULTS,
  assignedTo: ASSIGNED_TO,
  referredTo: REFERRED_TO,
  attorney: ATTORNEYS.names,
  attorney_id: ATTORNEYS.ids,
  caseName: caseNameSql('d'),
  ...selectColumns('d', 'assigned_to_id', 'referred_to_id', 'case_name_full', 'cause'),
  chapter: `coalesce(bankruptcy.chapter, '')`,
  dateArgued: 'd.date_argued',
  dateFiled: 'd.date_filed',
  dateTerminated: 'd.date_terminated',
  docketNumber: `coalesce(d.docket_number, '')`,
  docket_absolute_url: shownBy('dockets', 'absolute_url', 'd'),
  docket_id: 'd.id',
  firm: FIRMS.names,
  firm_id: FIRMS.ids,
  jurisdictionType: 'd.jurisdiction_type',
  juryDemand: 'd.jury_demand',
  meta: metaSql('d'),
  party: PARTIES.names,
  party_id: PARTIES.ids,
  registry_case_id: `coalesce(d.registry_case_id, '')`,
  suitNature: 'd.nature_of_suit',
  trustee_str: `coalesce(bankruptcy.trustee_str, '')`,
}
const DOCKETS = `SELECT d.id AS key, :json AS json FROM ${DOCKET_TABLES} WHERE d.id = ANY($1)`

const DOCUMENT: ResultFields = {
  absolute_url: shownBy('archive-documents', 'absolute_url', 'r'),
  ...selectColumns('r', 'attachment_number', 'id', 'page_count', 'registry_doc_id'),
  // The archive doesn't store citations in documents.
  cites: NO_KEYS,
  description: 'e.description',
  docket_entry_id: 'e.id',
  document_number: DOCUMENT_NUMBER,
  document_type: DOCUMENT_TYPE,
  entry_date_filed: 'e.date_filed',
  entry_number: 'e.entry_number',
  filepath_local: `nullif(r.filepath_local, '')`,
  is_available: 'coalesce(r.is_available, false)',
  meta: metaSql('r'),
  short_description: 'r.description',
  snippet: `''`,
}
const DOCUMENTS = `SELECT r.id AS key, :json AS json FROM ${DOCUMENT_TABLES} WHERE r.id = ANY($1)`

const DOCUMENT_SNIPPET = {
  field: 'plain_text',
  from: 'archive_documents r',
  key: 'r.id',
  texts: DOCUMENT_TEXTS,
}

const MARKED_OF_DOCKETS: SearchResults['highlighted'] = Object.fromEntries(
  [
    'assignedTo',
    'caseName',
    'cause',
    'court_citation_string',
    'docketNumber',
    'juryDemand',
    'referredTo',
    'suitNature',
  ].map((name) => [name, { level: 'hit' }])
)

const COMMON = {
  index: 'dockets',
  names: CASE_NAMES,
  parameters: PARAMETERS,
  facets: [
    { ...COURT_FACET, offered: `SELECT id, NULL, NULL FROM courts WHERE jurisdiction LIKE 'F%'` },
    {
      label: 'Year filed',
      field: 'dateFiled',
      years: { after: 'filed_after', before: 'filed_before' },
    },
    { label: 'Nature of suit', field: 'nature', parameter: 'nature' },
    { label: 'Judge', field: 'assigned_to_id', parameter: 'assigned_to_id', named: NAMED_PEOPLE },
  ],
  orders: { ...bothWays('dateFiled'), ...bothWays('entry_date_filed') },
  standardOrder: 'score desc',
}

/** Search types over federal records (search.md 2.2 to 2.4). */
export default [
  defineSearchType({
    ...COMMON,
    code: 'r',
    recordKey: 'docket_id',
    label: 'Federal cases with documents',
    toolName: 'archive-search',
    description: 'Federal dockets, each with up to three matching documents.',
    grain: 'parent',
    results: {
      hits: DOCKETS,
      fields: { ...DOCKET, recap_documents: `'[]'::json` },
      children: {
        list: 'recap_documents',
        sql: DOCUMENTS,
        fields: DOCUMENT,
        most: 3,
        wideWhen: { field: 'docket_id', most: 99 },
        more: 'more_docs',
      },
      perChild: true,
      snippet: { level: 'child', ...DOCUMENT_SNIPPET },
      highlighted: {
        ...MARKED_OF_DOCKETS,
        short_description: { level: 'child' },
        description: { level: 'child' },
      },
    },
  }),
  defineSearchType({
    ...COMMON,
    code: 'rd',
    label: 'Federal filing documents',
    toolName: 'archive-document-search',
    description: 'Documents of federal dockets.',
    grain: 'child',
    results: {
      hits: DOCUMENTS,
      fields: { ...DOCUMENT, docket_id: 'e.docket_id' },
      shownOnPages: `SELECT r.id AS key, json_build_object('caseName', ${caseNameSql('d')}, 'court', court.full_name, 'docketNumber', d.docket_number) AS json
        FROM ${DOCUMENT_TABLES} JOIN dockets d ON d.id = e.docket_id JOIN courts court ON court.id = d.court_id WHERE r.id = ANY($1)`,
      snippet: { level: 'hit', ...DOCUMENT_SNIPPET },
      highlighted: { short_description: { level: 'hit' }, description: { level: 'hit' } },
    },
  }),
  defineSearchType({
    ...COMMON,
    code: 'd',
    recordKey: 'docket_id',
    label: 'Federal cases',
    toolName: 'archive-docket-search',
    description: 'Federal dockets.',
    grain: 'parent',
    flatAs: 'r',
    results: { hits: DOCKETS, fields: DOCKET, highlighted: MARKED_OF_DOCKETS },
  }),
]
