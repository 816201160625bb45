/**
 * Responses of searches have exactly the keys of the contract, because clients
 * with strict models reject unknown keys.
 */
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { DIMENSIONS } from '#app/search_engine/embeddings/models'
import {
  IndexDamaged,
  EngineUnavailable,
  IndexMissing,
  SearchTooBroad,
  SearchTooSlow,
  SemanticUnavailable,
} from '#app/search_engine/engine'
import { namedResources, unnamedKeys, type NamedFields } from '#tests/helpers/named_keys'
import { searchReady } from '#tests/helpers/search_indexes'
import { searchServices } from '../../services.js'
import { searched } from '../search_helpers.js'

const ENVELOPE = ['count', 'next', 'previous', 'results']
const TYPES = ['o', 'r', 'rd', 'd', 'p', 'oa']

async function typesOfContract(): Promise<Record<string, NamedFields>> {
  return (await namedResources()).search!.result_types!
}

test.group('strict keys: searches', (group) => {
  group.setup(searchReady)

  test('results of type {$self} have the keys of the contract')
    .with(TYPES)
    .run(async ({ client, assert }, type) => {
      const types = await typesOfContract()
      for (const parameters of [{ type }, { type, q: 'a OR order OR john', highlight: 'on' }]) {
        const body = await searched(client, parameters as Record<string, string>)
        assert.deepEqual(Object.keys(body), ENVELOPE)
        assert.isNotEmpty(body.results)
        assert.deepEqual(unnamedKeys(body.results, types[type]!, {}, type), [])
      }
    })

  test('v3 rows of type {$self} have the keys of a record and its nested records')
    .with(TYPES)
    .run(async ({ client, assert }, type) => {
      const types = await typesOfContract()
      // Both return rows of documents on v3 (specification, Lists 13).
      const { opinions, recap_documents: documents, ...own } = types[type === 'd' ? 'r' : type]!
      const flat = { ...opinions?.nested, ...documents?.nested, ...own }
      const body = await searched(client, { type }, 'v3')
      assert.deepEqual(Object.keys(body), ENVELOPE)
      assert.isNotEmpty(body.results)
      assert.deepEqual(unnamedKeys(body.results, flat, {}, type), [])
    })

  test('a POST response has the four keys of a list', async ({ client, assert }) => {
    const response = await client
      .post('/api/rest/v4/search/')
      .json({ embedding: Array.from({ length: DIMENSIONS }, () => 1) })
    response.assertStatus(200)
    assert.deepEqual(Object.keys(response.body()), ENVELOPE)
  })

  test('only the parameter chunks adds a key to a result', async ({ assert }) => {
    const { o } = await typesOfContract()
    assert.deepEqual(unnamedKeys({ chunks: [] }, o!, {}, 'o'), ['o.chunks'])
  })

  const REFUSED: [parameters: Record<string, string>, keys: string[]][] = [
    [{ q: '(court' }, ['detail']],
    [{ q: 'caseNam:brown' }, ['detail']],
    [{ filed_after: 'soon' }, ['detail']],
    [{ judge: '"x' }, ['detail']],
    [{ type: 'x', order_by: 'x' }, ['type', 'order_by']],
    [{ cited_gt: 'x' }, ['cited_gt']],
    [{ judg: 'x' }, ['detail', 'unknown_params', 'did_you_mean']],
    [{ semantic: 'maybe' }, ['semantic']],
    [{ cursor: 'x' }, ['detail']],
  ]

  test('the error for {search} has the keys of the contract')
    .with(
      REFUSED.map(([parameters, keys]) => ({
        search: `?${new URLSearchParams(parameters).toString()}`,
        parameters,
        keys,
      }))
    )
    .run(async ({ client, assert }, { parameters, keys }) => {
      const response = await client.get('/api/rest/v4/search/').qs(parameters)
      assert.include([400, 404], response.status())
      assert.sameMembers(Object.keys(response.body()), keys)
    })

  test('problem details contain the position of an error in a query', async ({
    client,
    assert,
  }) => {
    const response = await client
      .get('/api/rest/v4/search/')
      .qs({ judge: '😀 (x' })
      .header('accept', 'application/problem+json')
    response.assertStatus(400)
    assert.containsSubset(response.body(), { status: 400, parameter: 'judge', position: 2 })
    assert.match(response.body().suggestion, /Add a "\)"/)
  })

  test('engine errors have only detail', async ({ client, assert, cleanup }) => {
    const { service } = await searchServices(app)
    cleanup(() => void Reflect.deleteProperty(service, 'page'))
    const failures: [status: number, error: Error][] = [
      [503, new SearchTooSlow()],
      [503, new IndexMissing('opinions')],
      [503, new IndexDamaged('opinions', 'gone')],
      [503, new EngineUnavailable('Typesense does not respond. Check TYPESENSE_URLS.')],
      [501, new SemanticUnavailable('No vectors here.')],
      [400, new SearchTooBroad('a*')],
    ]
    for (const [status, error] of failures) {
      service.page = () => Promise.reject(error)
      const response = await client.get('/api/rest/v4/search/').qs({ q: `fails ${error.name}` })
      response.assertStatus(status)
      assert.deepEqual(Object.keys(response.body()), ['detail'])
    }
  })

  test('reports the number of ranked matches in a header', async ({ client, assert, cleanup }) => {
    const { service } = await searchServices(app)
    const page = service.page.bind(service)
    cleanup(() => void Reflect.deleteProperty(service, 'page'))
    service.page = async (...of) => ({ ...(await page(...of)), rankedNewest: 50_000 })
    const ask = () => client.get('/api/rest/v4/search/').qs({ q: 'ranked in part' })
    // The second response comes from the cache.
    for (let time = 0; time < 2; time++) {
      const response = await ask()
      assert.equal(response.header('curia-ranked-newest'), '50000')
      assert.deepEqual(Object.keys(response.body()), ENVELOPE)
    }
  })
})
