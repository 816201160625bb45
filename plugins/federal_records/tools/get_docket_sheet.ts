import { defineTool } from '#app/tools/define_tool'
import { recordOutput } from '#app/tools/output_schema'
import { queryOutput, startQuery } from '#app/tools/paged_query'

interface Arguments {
  docket_id: number
  num_entries?: number
}

interface ShownDocket extends Record<string, unknown> {
  absolute_url: string
}

const MAX_ENTRIES = 100
const STANDARD_ENTRIES = 20
const PARTIES = 20

/** Fields of the docket. */
const CASE_FIELDS = [
  'id',
  'resource_uri',
  'absolute_url',
  'court_id',
  'docket_number',
  'case_name',
  'date_filed',
  'date_terminated',
  'date_last_filing',
  'assigned_to_str',
  'referred_to_str',
  'nature_of_suit',
  'cause',
  'jury_demand',
]

/** Fields of the documents of entries, without their texts. */
const DOCUMENT_FIELDS = [
  'id',
  'document_number',
  'attachment_number',
  'description',
  'page_count',
  'is_available',
  'absolute_url',
]

const ENTRY_FIELDS = ['id', 'date_filed', 'entry_number', 'description']

const PARTY_FIELDS = ['id', 'name', 'extra_info', 'party_types', 'attorneys']

/** Returns a case with its latest entries and parties. */
export default defineTool<Arguments>({
  name: 'get_docket_sheet',
  title: 'Get Docket Sheet',
  description:
    'Returns a federal case with its latest docket entries and their documents, and its parties with their roles in this case. Costs three requests for 20 entries. For more entries or parties, use get_more_results with the query_id of the list. Read documents with read_document.',
  after: 'lookup_citation',
  extra: true,
  hints: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
  input: () => ({
    type: 'object',
    properties: {
      docket_id: {
        type: 'integer',
        minimum: 1,
        description: 'ID of the docket (docket_id in search results).',
      },
      num_entries: {
        type: ['integer', 'null'],
        minimum: 1,
        maximum: MAX_ENTRIES,
        default: STANDARD_ENTRIES,
        description: `Number of entries to return, latest first; default: ${STANDARD_ENTRIES}.`,
      },
    },
    required: ['docket_id'],
  }),
  output: ({ resources }) => ({
    type: 'object',
    properties: {
      docket: recordOutput(resources, [resources.get('dockets')], CASE_FIELDS),
      page: { type: 'string', description: 'URL of the page of the docket.' },
      entries: queryOutput(
        recordOutput(
          resources,
          [resources.get('docket-entries')],
          [...ENTRY_FIELDS, 'recap_documents']
        )
      ),
      parties: queryOutput(recordOutput(resources, [resources.get('parties')], PARTY_FIELDS)),
    },
    required: ['docket', 'page', 'entries', 'parties'],
  }),
  example: { docket_id: 2001, num_entries: 2 },
  async call({ docket_id: id, num_entries: most = STANDARD_ENTRIES }, context) {
    const { api } = context
    // Requested first, because an unknown docket would waste the other requests.
    const docket = await api.get<ShownDocket>(`dockets/${id}/`, { fields: CASE_FIELDS.join(',') })
    const [entries, parties] = await Promise.all([
      startQuery(
        {
          endpoint: 'docket-entries',
          query: {
            docket: id,
            order_by: '-recap_sequence_number',
            fields: [
              ...ENTRY_FIELDS,
              ...DOCUMENT_FIELDS.map((name) => `recap_documents__${name}`),
            ].join(','),
          },
        },
        most,
        context
      ),
      startQuery(
        {
          endpoint: 'parties',
          query: {
            docket: id,
            filter_nested_results: true,
            order_by: 'id',
            fields: PARTY_FIELDS.join(','),
          },
        },
        PARTIES,
        context
      ),
    ])
    return { docket, page: api.caller.origin + docket.absolute_url, entries, parties }
  },
})
