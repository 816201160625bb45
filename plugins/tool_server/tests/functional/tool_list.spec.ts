/**
 * The list of tools: names, order, and annotations (tool server, tools 0).
 */
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { makeAccount } from '#tests/helpers/accounts'
import { offeredBy, ToolServices } from '../../services.js'
import { send } from '../rpc.js'

/** Name, title, and the hints readOnly, destructive, idempotent, and openWorld. */
const TOOLS: [name: string, title: string, hints: string][] = [
  ['search', 'Search', 'R-I-'],
  ['get_endpoint_schema', 'Get Endpoint Schema', 'R-I-'],
  ['call_endpoint', 'Call API Endpoint', 'R-I-'],
  ['get_endpoint_item', 'Get Item by ID', 'R-I-'],
  ['get_choices', 'Get Field Choices', 'R-I-'],
  ['get_counts', 'Get Result Count', 'R-I-'],
  ['get_more_results', 'Get More Results', 'R---'],
  ['read_document', 'Read Document', 'R-I-'],
  ['search_document', 'Search Document', 'R-I-'],
  ['extract_citations', 'Extract Citations', 'R-I-'],
  ['analyze_citations', 'Analyze Citations', 'R-I-'],
  ['resume_citation_analysis', 'Resume Citation Analysis', 'R---'],
  ['create_search_alert', 'Create Search Alert', '---O'],
  ['delete_search_alert', 'Delete Search Alert', '-DIO'],
  ['subscribe_to_docket_alert', 'Subscribe to Docket Alert', '---O'],
  ['unsubscribe_from_docket_alert', 'Unsubscribe from Docket Alert', '-DIO'],
]

/** Tools that `MCP_EXTRA_TOOLS=off` hides. */
const EXTRA = [
  'lookup_citation',
  'get_docket_sheet',
  'get_api_usage',
  'fetch_status',
  'get_changes',
  'check_brief',
]

const NUM_RESULTS = { minimum: 1, maximum: 100, default: 20 }
const ONE_TO_TEN = { minItems: 1, maxItems: 10 }

type Argument = Record<string, unknown>

/** Arguments of `search` in addition to its type and the number of results. */
const SEARCH =
  `fields q court order_by semantic case_name docket_number filed_before filed_after judge citation
    neutral_cite statute stat_Published stat_Unpublished stat_Errata stat_Separate stat_In-chambers stat_Relating-to
    stat_Unknown cited_gt cited_lt available_only description nature_of_suit cause assigned_to referred_to
    party_name atty_name firm_name entry_date_filed_before entry_date_filed_after document_number attachment_number name
    dob_city dob_state school appointer selection_method political_affiliation born_before born_after
    argued_before argued_after opinion_kind nature`.split(/\s+/)

/** Arguments in any order, required ones with a star, with the fixed part of their schemas. */
const ARGUMENTS: Record<string, Record<string, Argument>> = {
  search: {
    'type*': { type: ['string', 'null'] },
    'num_results': NUM_RESULTS,
    ...Object.fromEntries(SEARCH.map((name) => [name, {}])),
  },
  get_endpoint_schema: { 'endpoint_id*': { type: 'string' } },
  call_endpoint: {
    'endpoint_id*': { type: 'string' },
    'query': { type: 'object', additionalProperties: true },
    'num_results': NUM_RESULTS,
  },
  get_endpoint_item: {
    'endpoint_id*': { type: 'string' },
    'item_id*': { type: ['string', 'integer'] },
    'fields': {},
  },
  get_choices: { 'endpoint_id*': { type: 'string' }, 'field_name*': { type: 'string' } },
  get_counts: { 'query_id*': { type: 'string' } },
  get_more_results: { 'query_id*': { type: 'string' }, 'num_results': NUM_RESULTS },
  read_document: {
    opinion_id: { type: ['integer', 'null'] },
    archive_document_id: { type: ['integer', 'null'] },
    cluster_id: { type: ['integer', 'null'] },
    chunk_index: {
      anyOf: [
        { type: 'integer', minimum: 0 },
        { type: 'array', items: { type: 'integer', minimum: 0 }, ...ONE_TO_TEN },
        { type: 'null' },
      ],
    },
    chunk_size: { type: ['integer', 'null'], minimum: 100, default: 8000 },
  },
  search_document: {
    'opinion_id': {
      anyOf: [
        { type: 'integer', minimum: 1 },
        { type: 'array', items: { type: 'integer', minimum: 1 }, ...ONE_TO_TEN },
        { type: 'null' },
      ],
    },
    'archive_document_id': {
      anyOf: [
        { type: 'integer', minimum: 1 },
        { type: 'array', items: { type: 'integer', minimum: 1 }, ...ONE_TO_TEN },
        { type: 'null' },
      ],
    },
    'cluster_id': { type: ['integer', 'null'] },
    'query*': { type: 'string', minLength: 1 },
    'snippet_size': { type: ['integer', 'null'], minimum: 50, default: 300 },
  },
  extract_citations: {
    'text*': { type: 'string' },
    'resolve': { type: ['boolean', 'null'], default: true },
  },
  analyze_citations: {
    text: { type: ['string', 'null'] },
    opinion_id: { type: ['integer', 'null'] },
    cluster_id: { type: ['integer', 'null'] },
  },
  resume_citation_analysis: {
    'job_id*': { type: 'string' },
    'wait': { type: ['boolean', 'null'], default: false },
  },
  create_search_alert: {
    'name*': { type: 'string' },
    'query*': {},
    'rate*': { type: 'string', enum: ['rt', 'dly', 'wly', 'mly', 'off'] },
    'alert_type': { type: ['string', 'null'] },
  },
  delete_search_alert: { 'id*': { type: 'integer' } },
  subscribe_to_docket_alert: { 'docket*': { type: 'integer' } },
  unsubscribe_from_docket_alert: { 'docket*': { type: 'integer' } },
}

async function listed(client: any): Promise<any[]> {
  const { authorization } = await makeAccount()
  const { result } = await send(client, 'tools/list', undefined, { authorization })
  return result.tools
}

test.group('tool server: list of tools', () => {
  test('lists the known tools in order, then the others', async ({ client, assert }) => {
    const tools = await listed(client)
    assert.deepEqual(
      tools.map(({ name }) => name),
      [...TOOLS.map(([name]) => name), ...EXTRA]
    )
  })

  test('hides the others with MCP_EXTRA_TOOLS=off', async ({ assert }) => {
    const { registry } = await app.container.make(ToolServices)
    assert.deepEqual(
      [...offeredBy(registry, false).tools.keys()],
      TOOLS.map(([name]) => name)
    )
  })

  test('describes each tool and disallows additional arguments', async ({ client, assert }) => {
    for (const { name, title, annotations, description, inputSchema } of await listed(client)) {
      assert.equal(annotations.title, title)
      assert.isAbove(description.length, 40, name)
      assert.equal(inputSchema.type, 'object')
      assert.isFalse(inputSchema.additionalProperties, name)
      const { readOnlyHint, destructiveHint, idempotentHint, openWorldHint } = annotations
      const hints = [
        readOnlyHint ? 'R' : '-',
        destructiveHint ? 'D' : '-',
        idempotentHint ? 'I' : '-',
        openWorldHint ? 'O' : '-',
      ].join('')
      const known = TOOLS.find(([other]) => other === name)
      if (known) assert.deepEqual([name, title, hints], known)
      else assert.equal(hints, 'R-I-', name)
    }
  })

  test('has the known arguments with descriptions', async ({ client, assert }) => {
    for (const { name, inputSchema } of await listed(client)) {
      const { properties, required = [] } = inputSchema
      for (const [argument, { description }] of Object.entries<any>(properties))
        assert.isAbove(description?.length ?? 0, 5, `${name}: ${argument}`)
      const fixed = ARGUMENTS[name]
      if (!fixed) continue
      const withStar = (argument: string) =>
        required.includes(argument) ? `${argument}*` : argument
      assert.sameMembers(Object.keys(properties).map(withStar), Object.keys(fixed), name)
      for (const [argument, schema] of Object.entries(fixed))
        assert.deepInclude(properties[argument.replace('*', '')], schema, `${name}: ${argument}`)
    }
  })
})
