/**
 * The list of tools: names, order and annotations (tool server, tools 0).
 */
import { test } from '@japa/runner'
import { makeAccount } from '#tests/helpers/accounts'
import { send } from '../rpc.js'

/** Name, title, and what is true of readOnly, destructive, idempotent and openWorld. */
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

test.group('tool server: list of tools', () => {
  test('has the tools clients know in their order, then others', async ({ client, assert }) => {
    const { authorization } = await makeAccount()
    const { result } = await send(client, 'tools/list', undefined, { authorization })
    const names: string[] = result.tools.map(({ name }: any) => name)
    const known = TOOLS.map(([name]) => name).filter((name) => names.includes(name))
    assert.deepEqual(names.slice(0, known.length), known)
    assert.includeMembers(
      known,
      TOOLS.slice(0, 7).map(([name]) => name)
    )
    assert.includeMembers(names.slice(known.length), ['get_docket_sheet', 'get_api_usage'])
  })

  test('says what each tool does, and closes its schema', async ({ client, assert }) => {
    const { authorization } = await makeAccount()
    const { result } = await send(client, 'tools/list', undefined, { authorization })
    for (const { name, title, annotations, description, inputSchema } of result.tools) {
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
})
