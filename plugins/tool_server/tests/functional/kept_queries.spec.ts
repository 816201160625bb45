/**
 * Queries stored between calls (tool server, tools 0, 6, and 7).
 */
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { makeAccount } from '#tests/helpers/accounts'
import { searchReady } from '#tests/helpers/search_indexes'
import { ToolServices } from '../../services.js'
import { PostgresTexts } from '../../state/postgres_texts.js'
import { ToolStore } from '../../state/tool_store.js'
import { call, callForObject, type Headers } from '../rpc.js'

const DECISIONS = { endpoint_id: 'clusters', query: { fields: 'id', order_by: 'id' } }

async function headersOfNewAccount(): Promise<Headers> {
  const { authorization } = await makeAccount()
  return { authorization }
}

test.group('tools get_more_results and get_counts', (group) => {
  group.setup(searchReady)

  test('page through a list without gaps', async ({ client, assert }) => {
    const headers = await headersOfNewAccount()
    const whole = { ...DECISIONS, num_results: 60 }
    const expected = await callForObject(client, 'call_endpoint', whole, headers)
    const first = { ...DECISIONS, num_results: 7 }
    const start = await callForObject(client, 'call_endpoint', first, headers)
    const found = [...start.results]
    const { query_id: id } = start
    for (const most of [5, 20, 28]) {
      const args = { query_id: id, num_results: most }
      const next = await callForObject(client, 'get_more_results', args, headers)
      assert.equal(next.query_id, id)
      assert.lengthOf(next.results, most)
      found.push(...next.results)
    }
    assert.deepEqual(found, expected.results)
  })

  test('read stored rows without a request', async ({ client, assert }) => {
    const headers = await headersOfNewAccount()
    const first = { ...DECISIONS, num_results: 7 }
    const { query_id: id } = await callForObject(client, 'call_endpoint', first, headers)
    const args = { query_id: id, num_results: 13 }
    const { meta } = await call(client, 'get_more_results', args, headers)
    assert.notProperty(meta, 'links')
  })

  test('return search results with their fields and main opinion', async ({ client, assert }) => {
    const headers = await headersOfNewAccount()
    const args = { type: 'o', fields: 'caseName', num_results: 3 }
    const { query_id: id, count } = await callForObject(client, 'search', args, headers)
    const more = await callForObject(client, 'get_more_results', { query_id: id }, headers)
    assert.lengthOf(more.results, 20)
    for (const result of more.results)
      assert.sameMembers(Object.keys(result), ['caseName', 'opinion_id'])
    assert.deepEqual(await callForObject(client, 'get_counts', { query_id: id }, headers), {
      count,
    })
  })

  test('end with a message that is not an error', async ({ client, assert }) => {
    const headers = await headersOfNewAccount()
    const args = { endpoint_id: 'courts', query: { id: 'scotus', fields: 'id' } }
    const { query_id: id, ...found } = await callForObject(client, 'call_endpoint', args, headers)
    assert.notProperty(found, 'has_more')
    assert.deepInclude(await call(client, 'get_more_results', { query_id: id }, headers), {
      text: `No more results available for query '${id}'.`,
      isError: false,
    })
  })

  test('count a list once with one request', async ({ client, assert }) => {
    const headers = await headersOfNewAccount()
    const { query_id: id } = await callForObject(client, 'call_endpoint', DECISIONS, headers)
    const counted = await call(client, 'get_counts', { query_id: id }, headers)
    const response = await client.get('/api/rest/v4/clusters/?count=on')
    assert.deepEqual(JSON.parse(counted.text), { count: response.body().count })
    assert.lengthOf(counted.meta.links, 1)
    const again = await call(client, 'get_counts', { query_id: id }, headers)
    assert.equal(again.text, counted.text)
    assert.notProperty(again.meta, 'links')
    const more = await callForObject(client, 'get_more_results', { query_id: id }, headers)
    assert.lengthOf(more.results, 20)
  })

  test('belong to one credential', async ({ client, assert }) => {
    const headers = await headersOfNewAccount()
    const others = await headersOfNewAccount()
    const { query_id: id } = await callForObject(client, 'call_endpoint', DECISIONS, headers)
    for (const tool of ['get_more_results', 'get_counts']) {
      const { text, isError } = await call(client, tool, { query_id: id }, others)
      assert.isTrue(isError)
      assert.equal(
        text,
        `Query ID '${id}' not found. The session may have expired, please redo the query first.`
      )
      assert.isFalse((await call(client, tool, { query_id: id }, headers)).isError)
    }
    for (const unknown of ['00000000', 'x', '', '%'.repeat(5000)]) {
      const { text, isError } = await call(client, 'get_counts', { query_id: unknown }, headers)
      assert.isTrue(isError)
      assert.include(text, 'The session may have expired, please redo the query first.')
      assert.isBelow(text.length, 200)
    }
  })
})

test.group('tools: store', (group) => {
  group.each.setup(async () => {
    const services = await app.container.make(ToolServices)
    const { store } = services
    return () => {
      services.store = store
    }
  })

  test('keeps queries when it is reopened', async ({ client, assert }) => {
    const headers = await headersOfNewAccount()
    const { query_id: id } = await callForObject(client, 'call_endpoint', DECISIONS, headers)
    const services = await app.container.make(ToolServices)
    services.store = new ToolStore(
      new PostgresTexts(await app.container.make('lucid.db')),
      () => {}
    )
    const more = await callForObject(client, 'get_more_results', { query_id: id }, headers)
    assert.lengthOf(more.results, 20)
  })

  test('acts as empty when unavailable, so no call fails', async ({ client, assert }) => {
    const headers = await headersOfNewAccount()
    const services = await app.container.make(ToolServices)
    const failures: unknown[] = []
    const away = async (): Promise<never> => {
      throw new Error('the store is unavailable')
    }
    services.store = new ToolStore(
      {
        kind: 'postgres',
        get: away,
        set: away,
        add: away,
        replace: away,
        delete: away,
        deleteAll: away,
        check: away,
      },
      (error) => failures.push(error)
    )
    const found = await callForObject(client, 'call_endpoint', DECISIONS, headers)
    assert.lengthOf(found.results, 20)
    const args = { query_id: found.query_id }
    const { text, isError } = await call(client, 'get_more_results', args, headers)
    assert.isTrue(isError)
    assert.include(text, `Query ID '${found.query_id}' not found.`)
    assert.isNotEmpty(failures)
  })
})
