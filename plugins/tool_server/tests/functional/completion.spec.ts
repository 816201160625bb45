/**
 * Completion of arguments of prompts and of variables of resource URIs, and the resources with
 * these variables.
 */
import { test } from '@japa/runner'
import { makeAccount } from '#tests/helpers/accounts'
import { searchReady } from '#tests/helpers/search_indexes'
import { send, type Headers } from '../rpc.js'

const RECORD = { type: 'ref/resource', uri: 'curia://record/{endpoint_id}/{item_id}' }
const RECORDS = { type: 'ref/resource', uri: 'curia://records/{endpoint_id}/{field_name}/{value}' }
const CHOICES = { type: 'ref/resource', uri: 'curia://choices/{endpoint_id}/{field_name}' }
const ENDPOINT = { type: 'ref/resource', uri: 'curia://endpoint/{endpoint_id}' }
const DOCKET = { type: 'ref/resource', uri: 'curia://docket/{docket_id}' }
const PROMPT = { type: 'ref/prompt', name: 'find_similar_cases' }

async function newAccount(): Promise<Headers> {
  const { authorization } = await makeAccount()
  return { authorization }
}

interface Typed {
  ref: object
  name: string
  value: string
  args?: Record<string, string>
}

/** Values that must be first, values that must be included, and values that must not be. */
const CASES: [what: string, typed: Typed, first: string[], included: string[], no: string[]][] = [
  ['a court by ID', { ref: PROMPT, name: 'court', value: 'scot' }, ['scotus'], [], ['ca1']],
  [
    'a court by the beginning of its name',
    { ref: PROMPT, name: 'court', value: 'Supreme Court of the' },
    [],
    ['scotus'],
    ['ca1'],
  ],
  ['a court by a word', { ref: PROMPT, name: 'court', value: 'ninth' }, [], ['ca9'], ['scotus']],
  [
    'a court of the record resource',
    { ref: RECORD, name: 'item_id', value: 'ca', args: { endpoint_id: 'courts' } },
    ['ca1'],
    ['cadc'],
    ['scotus'],
  ],
  ['an endpoint', { ref: RECORD, name: 'endpoint_id', value: 'dock' }, [], ['dockets'], ['courts']],
  [
    'an endpoint to describe',
    { ref: ENDPOINT, name: 'endpoint_id', value: 'c' },
    [],
    ['courts'],
    [],
  ],
  [
    'a filter',
    { ref: RECORDS, name: 'field_name', value: 'juris', args: { endpoint_id: 'courts' } },
    ['jurisdiction'],
    [],
    ['id'],
  ],
  [
    'a jurisdiction by code',
    {
      ref: RECORDS,
      name: 'value',
      value: 'F',
      args: { endpoint_id: 'courts', field_name: 'jurisdiction' },
    },
    ['F', 'FD'],
    ['FB'],
    ['ST'],
  ],
  [
    'a jurisdiction by label',
    {
      ref: RECORDS,
      name: 'value',
      value: 'bankruptcy',
      args: { endpoint_id: 'courts', field_name: 'jurisdiction' },
    },
    [],
    ['FB', 'FBP'],
    ['F'],
  ],
  [
    'a related court',
    {
      ref: RECORDS,
      name: 'value',
      value: 'nysd',
      args: { endpoint_id: 'dockets', field_name: 'court' },
    },
    ['nysd'],
    [],
    ['scotus'],
  ],
  [
    'a jurisdiction of a related court',
    {
      ref: RECORDS,
      name: 'value',
      value: '',
      args: { endpoint_id: 'dockets', field_name: 'court__jurisdiction' },
    },
    [],
    ['F', 'ST'],
    [],
  ],
  [
    'a field with choices',
    { ref: CHOICES, name: 'field_name', value: 'precedential', args: { endpoint_id: 'clusters' } },
    ['precedential_status'],
    [],
    [],
  ],
  [
    'a search argument',
    { ref: CHOICES, name: 'field_name', value: '', args: { endpoint_id: 'search' } },
    ['type'],
    ['court', 'order_by'],
    ['precedential_status'],
  ],
  [
    'a field of any endpoint',
    { ref: CHOICES, name: 'field_name', value: 'juris' },
    ['jurisdiction'],
    [],
    [],
  ],
  [
    'a search with choices',
    { ref: CHOICES, name: 'endpoint_id', value: '' },
    ['search'],
    ['courts', 'opinion-search'],
    [],
  ],
]

test.group('tool server: completion', () => {
  test('suggests {0}')
    .with(CASES)
    .run(async ({ client, assert }, [, { ref, name, value, args }, first, included, no]) => {
      const params = {
        ref,
        argument: { name, value },
        ...(args && { context: { arguments: args } }),
      }
      const { result } = await send(client, 'completion/complete', params, await newAccount())
      const { values, total, hasMore } = result.completion
      assert.deepEqual(values.slice(0, first.length), first)
      assert.includeMembers(values, included)
      for (const other of no) assert.notInclude(values, other)
      assert.equal(hasMore, total > values.length)
      assert.isAtMost(values.length, 100)
      assert.lengthOf(new Set(values), values.length)
    })

  test('returns up to 100 values and the number of all', async ({ client, assert }) => {
    const params = { ref: PROMPT, argument: { name: 'court', value: '' } }
    const { result } = await send(client, 'completion/complete', params, await newAccount())
    assert.lengthOf(result.completion.values, 100)
    assert.isAbove(result.completion.total, 300)
    assert.isTrue(result.completion.hasMore)
  })

  test('returns nothing for values that are not listed', async ({ client, assert }) => {
    const headers = await newAccount()
    for (const { ref, name, value, args } of [
      { ref: DOCKET, name: 'docket_id', value: '2' },
      { ref: PROMPT, name: 'case', value: 'a' },
      { ref: PROMPT, name: 'court', value: 'zzzz' },
      { ref: RECORD, name: 'item_id', value: '1', args: { endpoint_id: 'dockets' } },
      { ref: RECORD, name: 'item_id', value: '1', args: { endpoint_id: 'webhooks' } },
      { ref: RECORDS, name: 'value', value: '', args: { endpoint_id: 'nothing', field_name: 'x' } },
      {
        ref: RECORDS,
        name: 'value',
        value: '',
        args: { endpoint_id: 'courts', field_name: '__proto__' },
      },
    ] as Typed[]) {
      const params = { ref, argument: { name, value }, context: { arguments: args ?? {} } }
      const { result } = await send(client, 'completion/complete', params, headers)
      assert.deepEqual(result.completion, { values: [], total: 0, hasMore: false }, name)
    }
  })

  test('is declared, and rejects unknown references and invalid params', async ({
    client,
    assert,
  }) => {
    const headers = await newAccount()
    const hello = {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: { name: 'x', version: '1' },
    }
    const { result } = await send(client, 'initialize', hello, headers)
    assert.deepEqual(result.capabilities.completions, {})
    const argument = { name: 'court', value: '' }
    for (const params of [
      {},
      { ref: PROMPT },
      { argument },
      { ref: { type: 'ref/tool', name: 'search' }, argument },
      { ref: { type: 'ref/prompt' }, argument },
      { ref: { type: 'ref/prompt', name: 'nothing' }, argument },
      { ref: { type: 'ref/resource', uri: 'curia://docket/1' }, argument },
      { ref: PROMPT, argument: { name: 'nothing', value: '' } },
      { ref: PROMPT, argument: { name: 'court', value: 1 } },
      { ref: PROMPT, argument, context: 1 },
      { ref: PROMPT, argument, context: { arguments: { a: 1 } } },
    ]) {
      const { error } = await send(client, 'completion/complete', params, headers)
      assert.equal(error?.code, -32602, JSON.stringify(params))
      assert.match(error.message, /^(Invalid params|Unknown)/)
    }
  })
})

test.group('tool server: records as resources', (group) => {
  group.setup(searchReady)

  const read = async (client: any, uri: string) =>
    send(client, 'resources/read', { uri }, await newAccount())

  test('are records, lists, choices, and parameters', async ({ client, assert }) => {
    const cases: [uri: string, check: (data: any) => boolean][] = [
      ['curia://record/courts/scotus', ({ id }) => id === 'scotus'],
      ['curia://record/dockets/2001', ({ id }) => id === 2001],
      ['curia://records/courts/jurisdiction/F', ({ results }) => results.length > 5],
      [
        'curia://records/courts/jurisdiction/Federal%20Appellate',
        ({ results }) => results.length > 5,
      ],
      ['curia://records/dockets/court/nysd', ({ results }) => results.length > 0],
      ['curia://choices/search/court', ({ choices }) => choices.length > 300],
      ['curia://choices/courts/jurisdiction', ({ choices }) => choices.length > 10],
      ['curia://endpoint/courts', ({ properties }) => 'jurisdiction' in properties],
    ]
    for (const [uri, check] of cases) {
      const { result } = await read(client, uri)
      assert.equal(result.contents[0].uri, uri)
      assert.isTrue(check(JSON.parse(result.contents[0].text)), uri)
    }
  })

  test('reject other URIs', async ({ client, assert }) => {
    for (const uri of [
      'curia://record/courts/zz9',
      'curia://record/courts/../accounts',
      'curia://record/courts/a%2Fb',
      'curia://record/webhooks/1',
      'curia://records/courts/nothing/1',
      'curia://records/courts/jurisdiction/zz9',
      'curia://choices/courts/nothing',
      'curia://endpoint/%E0%A4%A',
      'curia://endpoint/',
    ]) {
      const { error } = await read(client, uri)
      assert.equal(error?.code, -32602, uri)
    }
  })
})
