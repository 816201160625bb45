/**
 * Tools for the endpoints of the API (tool server, tools 2 to 5).
 */
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { ResourceRegistry } from '#api/registry'
import { makeAccount } from '#tests/helpers/accounts'
import { searchReady } from '#tests/helpers/search_indexes'
import { call, callForObject, send, type Headers } from '../rpc.js'

const SECRET = ['webhooks', 'webhook-secrets', 'webhook-deliveries']

async function headersOfNewAccount(): Promise<Headers> {
  const { authorization } = await makeAccount()
  return { authorization }
}

test.group('tools: endpoints', () => {
  test('include all lists of the API except those with secrets', async ({ client, assert }) => {
    const headers = await headersOfNewAccount()
    const { result } = await send(client, 'tools/list', undefined, headers)
    const root = await client.get('/api/rest/v4/')
    const registry = await app.container.make(ResourceRegistry)
    const served = registry.all().map(({ path }) => path)
    const expected = Object.keys(root.body()).filter(
      (path) => served.includes(path) && !SECRET.includes(path)
    )
    const enumOf = (tool: string) =>
      result.tools.find(({ name }: any) => name === tool).inputSchema.properties.endpoint_id.enum
    for (const tool of ['get_endpoint_schema', 'call_endpoint', 'get_endpoint_item'])
      assert.sameMembers(enumOf(tool), expected, tool)
    const choices = enumOf('get_choices')
    assert.equal(choices[0], 'search')
    assert.deepEqual(choices.slice(-6).toSorted(), [
      'archive-docket-search',
      'archive-document-search',
      'archive-search',
      'judge-search',
      'opinion-search',
      'oral-argument-search',
    ])
    for (const endpoint of ['dockets', 'tags', 'alerts', 'visualizations/json', 'agreements'])
      assert.include(expected, endpoint)
  })

  test('with secrets are rejected', async ({ client, assert }) => {
    const headers = await headersOfNewAccount()
    for (const endpoint of SECRET) {
      const refusal = await call(client, 'call_endpoint', { endpoint_id: endpoint }, headers)
      assert.isTrue(refusal.isError)
      assert.include(refusal.text, `- endpoint_id: '${endpoint}' is not one of [`)
    }
  })
})

test.group('tool get_endpoint_schema', () => {
  test('describes filters with lookups and codes, orderings, and fields', async ({
    client,
    assert,
  }) => {
    const headers = await headersOfNewAccount()
    const { text, meta } = await call(
      client,
      'get_endpoint_schema',
      { endpoint_id: 'dockets' },
      headers
    )
    const { type, properties } = JSON.parse(text)
    assert.equal(type, 'object')
    assert.notInclude(text, '$ref')
    const [day, lookups] = properties.date_filed.anyOf
    assert.deepEqual(day, { type: 'string', format: 'date' })
    assert.includeMembers(Object.keys(lookups.properties), ['gte', 'lt', 'range', 'year'])
    const [key, related] = properties.court.anyOf
    assert.deepEqual(key, { type: 'string' })
    assert.include(related.properties.jurisdiction.description, 'FD (Federal District)')
    assert.match(properties.source.description, /One of 256 values, such as 0 \(Default\), /)
    assert.include(properties.source.description, "field_name 'source'")
    assert.include(properties.order_by.description, 'date_last_filing')
    assert.include(properties.fields.description, 'case_name')
    assert.notProperty(meta, 'links')
  })

  test('limits the size of descriptions', async ({ client, assert }) => {
    const headers = await headersOfNewAccount()
    const registry = await app.container.make(ResourceRegistry)
    for (const { path } of registry.all().filter(({ holdsSecrets }) => !holdsSecrets)) {
      const { text, isError } = await call(
        client,
        'get_endpoint_schema',
        { endpoint_id: path },
        headers
      )
      assert.isFalse(isError, path)
      assert.isBelow(text.length, 60_000, path)
    }
  })
})

test.group('tool call_endpoint', () => {
  test('lists the records of the API', async ({ client, assert }) => {
    const headers = await headersOfNewAccount()
    const args = {
      endpoint_id: 'clusters',
      query: { fields: 'id,case_name', order_by: 'id', docket: { court: ['scotus'] } },
      num_results: 25,
    }
    const { text, meta } = await call(client, 'call_endpoint', args, headers)
    const found = JSON.parse(text)
    assert.match(found.query_id, /^[0-9a-f]{8}$/)
    assert.include(found.count, `get_counts with query_id '${found.query_id}'`)
    assert.lengthOf(found.results, 25)
    assert.sameMembers(Object.keys(found.results[0]), ['id', 'case_name'])
    assert.include(found.has_more, found.query_id)
    assert.lengthOf(meta.links, 2)
    assert.include(meta.links[0], 'docket__court=scotus')
  })

  test('accepts nested filters, exclusions, lists, labels, and nulls', async ({
    client,
    assert,
  }) => {
    const headers = await headersOfNewAccount()
    const linkOf = async (endpoint: string, query: object) => {
      const { text, isError, meta } = await call(
        client,
        'call_endpoint',
        { endpoint_id: endpoint, query },
        headers
      )
      assert.isFalse(isError, text)
      return decodeURIComponent(new URL(meta.links[0]).search)
    }
    const nested = { court: { jurisdiction: 'F' }, date_filed: { gte: '1900-01-01', exact: null } }
    assert.equal(
      await linkOf('dockets', nested),
      '?court__jurisdiction=F&date_filed__gte=1900-01-01'
    )
    assert.equal(await linkOf('dockets', { 'court!': 'scotus' }), '?court!=scotus')
    assert.equal(await linkOf('dockets', { id: { range: [1, 5] } }), '?id__range=1,5')
    assert.equal(await linkOf('dockets', { id: { exact: 1 } }), '?id=1')
    assert.equal(await linkOf('dockets', { blocked: false, court: null }), '?blocked=false')
    const courts = '?jurisdiction=F&jurisdiction=FD'
    assert.equal(await linkOf('courts', { jurisdiction: ['F', 'federal district'] }), courts)
    assert.equal(await linkOf('courts', { jurisdiction: 'F,FD' }), courts)
  })

  test('rejects unknown names before any request', async ({ client, assert }) => {
    const headers = await headersOfNewAccount()
    const refused = async (args: object) => {
      const { text, isError, meta } = await call(client, 'call_endpoint', args, headers)
      assert.isTrue(isError, text)
      assert.notProperty(meta, 'links')
      return text
    }
    const dockets = { endpoint_id: 'dockets' }
    assert.equal(
      await refused({ ...dockets, query: { cuort: 'scotus', cursor: 'x' } }),
      "Unknown parameters of endpoint 'dockets': 'cuort', 'cursor'. Did you mean: court? get_endpoint_schema lists the supported ones."
    )
    assert.match(
      await refused({ ...dockets, query: { fields: ['case_nam', 'id'] } }),
      /^Invalid fields: \['case_nam'\]\. Did you mean: case_name.*\? Fields of 'dockets': resource_uri, id, /
    )
    assert.include(await refused({ ...dockets, query: { omit: 'x' } }), "Invalid fields: ['x']")
    assert.include(
      await refused({ endpoint_id: 'courts', query: { jurisdiction: 'Federal Distrct' } }),
      "jurisdiction: 'Federal Distrct' is not one of the 23 choices. Did you mean: FD"
    )
    assert.include(
      await refused({ ...dockets, fields: 'id' }),
      "Additional properties are not allowed ('fields' was unexpected)"
    )
    assert.include(await refused({ ...dockets, query: 'court=scotus' }), 'query: ')
    assert.include(
      await refused({
        ...dockets,
        query: { a: { a: { a: { a: { a: { a: { a: { a: 1 } } } } } } } },
      }),
      'nested too deeply'
    )
    const many = Object.fromEntries(Array.from({ length: 300 }, (_, i) => [`a${i}`, 1]))
    assert.include(await refused({ ...dockets, query: many }), 'too many parameters')
    const long = { case_name: 'x'.repeat(70_000) }
    assert.include(
      await refused({ endpoint_id: 'courts', query: { full_name: long.case_name } }),
      'The query is too long'
    )
  })

  test('returns errors of the API', async ({ client, assert }) => {
    const headers = await headersOfNewAccount()
    const args = { endpoint_id: 'dockets', query: { date_filed: 'soon' } }
    const { text, isError } = await call(client, 'call_endpoint', args, headers)
    assert.isTrue(isError)
    assert.match(text, /^Curia API error: HTTP 400: \{"date_filed":/)
  })
})

test.group('tool get_endpoint_item', () => {
  test('returns the record of the API', async ({ client, assert }) => {
    const headers = await headersOfNewAccount()
    const args = { endpoint_id: 'courts', item_id: 'scotus' }
    const response = await client.get('/api/rest/v4/courts/scotus/')
    assert.deepEqual(await callForObject(client, 'get_endpoint_item', args, headers), {
      ...response.body(),
    })
    const few = { ...args, fields: ['id', 'full_name'] }
    assert.sameMembers(
      Object.keys(await callForObject(client, 'get_endpoint_item', few, headers)),
      ['id', 'full_name']
    )
  })

  test('follows the redirect of a merged cluster', async ({ client, assert }) => {
    const headers = await headersOfNewAccount()
    const database = await app.container.make('lucid.db')
    const { rows } = await database.rawQuery(
      'SELECT deleted_cluster_id AS old, cluster_id AS kept FROM cluster_redirections WHERE cluster_id IS NOT NULL LIMIT 1'
    )
    const args = { endpoint_id: 'clusters', item_id: Number(rows[0].old), fields: 'id' }
    const { id } = await callForObject(client, 'get_endpoint_item', args, headers)
    assert.equal(id, Number(rows[0].kept))
  })

  test('rejects unknown records, unknown fields, and invalid IDs', async ({ client, assert }) => {
    const headers = await headersOfNewAccount()
    const refused = async (args: object) => {
      const { text, isError } = await call(client, 'get_endpoint_item', args, headers)
      assert.isTrue(isError, text)
      return text
    }
    assert.match(
      await refused({ endpoint_id: 'dockets', item_id: 999999999 }),
      /^Curia API error: HTTP 404: /
    )
    assert.include(
      await refused({ endpoint_id: 'courts', item_id: 'scotus', fields: 'fullname' }),
      "Invalid fields: ['fullname']. Did you mean: full_name"
    )
    for (const id of ['..', 'scotus.xml', 'a/b', '', '?x'])
      assert.include(await refused({ endpoint_id: 'courts', item_id: id }), '- item_id: ')
  })
})

test.group('tool get_choices', (group) => {
  group.setup(searchReady)

  const choicesFor = async (client: any, endpoint: string, field: string) => {
    const args = { endpoint_id: endpoint, field_name: field }
    return callForObject(client, 'get_choices', args, await headersOfNewAccount())
  }

  test('lists codes of filters, fields, and related records', async ({ client, assert }) => {
    const own = await choicesFor(client, 'courts', 'jurisdiction')
    assert.deepInclude(own.choices, { value: 'FD', display_name: 'Federal District' })
    assert.notProperty(own, 'note')
    assert.deepEqual(await choicesFor(client, 'dockets', 'court__jurisdiction'), own)
    const { choices } = await choicesFor(client, 'dockets', 'docket_number_source')
    assert.deepInclude(choices, { value: 2, display_name: 'Cleaned by hand' })
  })

  test('lists codes, orderings, and courts of search arguments', async ({ client, assert }) => {
    const courts = await choicesFor(client, 'search', 'court')
    assert.deepInclude(courts.choices, {
      value: 'scotus',
      display_name: 'Supreme Court of the United States',
    })
    assert.lengthOf((await choicesFor(client, 'judge-search', 'dob_state')).choices, 59)
    const types = await choicesFor(client, 'search', 'type')
    assert.sameMembers(
      types.choices.map(({ value }: any) => value),
      ['o', 'r', 'rd', 'd', 'p', 'oa']
    )
    const orders = await choicesFor(client, 'opinion-search', 'order_by')
    assert.sameMembers(
      orders.choices.map(({ value }: any) => value),
      ['score desc', 'dateFiled desc', 'dateFiled asc', 'citeCount desc', 'citeCount asc']
    )
    assert.deepEqual(await choicesFor(client, 'opinion-search', 'type'), {
      choices: [{ value: 'o', display_name: 'Case law' }],
      note: "The type of 'opinion-search' is always 'o'.",
    })
  })

  test('describes the values of a field without choices', async ({ client, assert }) => {
    const text = await choicesFor(client, 'dockets', 'docket_number')
    assert.deepEqual(text.choices, [])
    assert.match(
      text.note,
      /^'docket_number' accepts free text\. Fields of 'dockets' with choices: source, /
    )
    const court = await choicesFor(client, 'dockets', 'court')
    assert.include(court.note, "court='scotus'")
    const judge = await choicesFor(client, 'dockets', 'assigned_to')
    assert.include(judge.note, 'assigned_to=12345')
    const words = await choicesFor(client, 'search', 'case_name')
    assert.deepEqual(words.choices, [])
    assert.include(words.note, 'court')
  })

  test('rejects a field that does not exist', async ({ client, assert }) => {
    const headers = await headersOfNewAccount()
    for (const [endpoint, field, near] of [
      ['dockets', 'natur_of_suit', 'nature_of_suit'],
      ['search', 'case_nam', 'case_name'],
    ]) {
      const args = { endpoint_id: endpoint, field_name: field }
      const { text, isError } = await call(client, 'get_choices', args, headers)
      assert.isTrue(isError)
      assert.include(text, `Field '${field}' not found on endpoint '${endpoint}'. Did you mean: `)
      assert.include(text, near!)
    }
  })
})
