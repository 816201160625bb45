/**
 * The requests of the public service's official Python client, and the keys its
 * models accept in responses (official_client.json).
 */
import { readFileSync } from 'node:fs'
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import type { Lookup } from '#api/filters/kinds'
import { PUBLIC_ROOT } from '#api/roots'
import type { Resource } from '#api/resource'
import { existingKey, valueFor } from '#tests/helpers/filter_values'
import { searchReady } from '#tests/helpers/search_indexes'
import { sendWithEveryRight } from '#tests/helpers/default_caller'
import { EXTRA_KEYS } from './deviations.js'
import { PluginHost } from '#core/plugin_host'

interface Fields {
  [name: string]: Fields | null
}

interface Recorded {
  page: { required: string[]; allowed: string[] }
  /** Requests of its documentation and tests, with a key that each result has. */
  examples: Record<string, string>
  endpoints: Record<
    string,
    { fields: Fields; filters?: Record<string, string[] | 'related'>; ordering?: string[] }
  >
  searches: Record<string, { parameters: string[]; order_by: string[] }>
}

const CLIENT = JSON.parse(
  readFileSync(new URL('official_client.json', import.meta.url), 'utf8')
) as Recorded
const ROOT = `${PUBLIC_ROOT}v4/`

/** Row keys that the client doesn't know or check. */
const EXTRA = [
  ...EXTRA_KEYS.map(({ matches }) => matches),
  /^(federal-integrated-database|dockets\.idb_data)\.id$/,
  /^tags\.user$/,
]

/** Values of search parameters that aren't text. */
const SEARCHED: Record<string, string> = {
  court: 'scotus,ca1',
  semantic: 'false',
  available_only: 'on',
  document_number: '1',
  attachment_number: '1',
  cited_gt: '0',
  cited_lt: '1000',
  dob_state: 'NY',
  selection_method: 'a_pres',
  political_affiliation: 'd',
}

function searchValue(name: string): string {
  if (/_(after|before)$/.test(name)) return '1 year ago'
  if (name.startsWith('stat_')) return 'on'
  return SEARCHED[name] ?? 'law'
}

async function servedResources(): Promise<[path: string, own: string, resource: Resource][]> {
  const { publicCatalog } = await app.container.make(PluginHost)
  return publicCatalog.resources
    .all()
    .filter(({ path }) => path in CLIENT.endpoints)
    .map((resource) => [resource.path, publicCatalog.ownPath(resource.path), resource])
}

function unknownKeys(value: unknown, fields: Fields, path: string): string[] {
  if (Array.isArray(value)) return value.flatMap((each) => unknownKeys(each, fields, path))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) => {
    if (!Object.hasOwn(fields, name)) return [`${path}.${name}`]
    const nested = fields[name]
    return nested ? unknownKeys(inner, nested, `${path}.${name}`) : []
  })
}

test.group('official client', (group) => {
  sendWithEveryRight(group)

  test('the examples of its documentation and tests have results: {$self}')
    .with(Object.keys(CLIENT.examples))
    .run(async ({ client, assert }, path) => {
      await searchReady()
      const response = await client.get(ROOT + path)
      response.assertStatus(200)
      const { results } = response.body() as { results: Record<string, unknown>[] }
      assert.isNotEmpty(results)
      for (const result of results) assert.exists(result[CLIENT.examples[path]!])
    })

  test('returns every field of its models, and no others', async ({ client, assert }) => {
    const extra: string[] = []
    for (const [path, own, resource] of await servedResources()) {
      const { fields } = CLIENT.endpoints[path]!
      const qs: Record<string, string> = { fields: Object.keys(fields).join(',') }
      if (path === 'recap-query') qs.pacer_doc_id = '1'
      const asked = await client.get(`${ROOT}${path}/`).qs(qs)
      assert.equal(asked.status(), 200, `${path}: ${asked.text().slice(0, 200)}`)
      assert.isEmpty(
        Object.keys(fields).filter((name) => !resource.fields.has(name)),
        path
      )
      delete qs.fields
      const { results, ...envelope } = (await client.get(`${ROOT}${path}/`).qs(qs)).body()
      assert.isEmpty(Object.keys(envelope).filter((key) => !CLIENT.page.allowed.includes(key)))
      extra.push(...unknownKeys(results, fields, own))
    }
    assert.deepEqual(
      [...new Set(extra)].filter((key) => !EXTRA.some((known) => known.test(key))),
      []
    )
  })

  test('accepts every filter and ordering of its models', async ({ client, assert }) => {
    for (const [path, , resource] of await servedResources()) {
      const { filters = {}, ordering = [] } = CLIENT.endpoints[path]!
      const sent: [string, string][] = []
      for (const [name, lookups] of Object.entries(filters)) {
        const filter = resource.filters.get(name)
        // A relation to the data set of a removed plugin.
        if (!filter && lookups === 'related') continue
        assert.exists(filter, `${path}: ${name}`)
        for (const lookup of lookups === 'related' ? ['exact'] : lookups) {
          const value =
            lookup === 'exact' && filter!.kind === 'related'
              ? await existingKey(filter!)
              : valueFor(filter!, lookup as Lookup)
          if (value === undefined) continue
          sent.push([lookup === 'exact' ? name : `${name}__${lookup}`, value])
        }
      }
      if (path === 'recap-query') sent.push(['pacer_doc_id__in', '1,2'])
      for (const order of ['', ...ordering.flatMap((name) => [name, `-${name}`])]) {
        const query = new URLSearchParams(sent)
        if (order) query.set('order_by', order)
        const response = await client.get(`${ROOT}${path}/?${query}`)
        assert.equal(response.status(), 200, `${path} ${order}: ${response.text().slice(0, 300)}`)
      }
    }
  })

  test('returns the expected page keys for every search it sends', async ({ client, assert }) => {
    const { publicCatalog } = await app.container.make(PluginHost)
    for (const { code } of publicCatalog.searchTypes) {
      const { parameters, order_by: orders } = CLIENT.searches[code]!
      for (const order of orders) {
        const query = new URLSearchParams({ type: code })
        for (const name of parameters) query.set(name, searchValue(name))
        query.set('order_by', order)
        const response = await client.get(`${ROOT}search/?${query}`)
        assert.equal(response.status(), 200, `${code} ${order}: ${response.text().slice(0, 300)}`)
        const keys = Object.keys(response.body())
        assert.includeMembers(CLIENT.page.allowed, keys)
        assert.includeMembers(keys, CLIENT.page.required)
      }
    }
  })

  test('search results have the public keys', async ({ client, assert }) => {
    const { publicCatalog } = await app.container.make(PluginHost)
    for (const { code, results } of publicCatalog.searchTypes) {
      for (const version of ['v4', 'v3']) {
        const response = await client.get(`${PUBLIC_ROOT}${version}/search/?type=${code}`)
        response.assertStatus(200)
        assert.notMatch(response.text(), /"[a-z_]*registry[a-z_]*":/, `${version} ${code}`)
        for (const name of Object.keys(results.fields))
          if (version === 'v4' && response.body().results.length)
            assert.property(response.body().results[0], name)
      }
    }
  })

  test('q accepts both names of a field under both API roots', async ({ client, assert }) => {
    const { searchIndexes } = await app.container.make(PluginHost)
    if (!searchIndexes.some(({ name }) => name === 'dockets')) return
    const counts: number[] = []
    const database = await app.container.make('lucid.db')
    const { rows } = await database.rawQuery<{ rows: { id: string }[] }>(
      `SELECT d.registry_case_id AS id FROM dockets d JOIN docket_entries e ON e.docket_id = d.id
       WHERE d.registry_case_id <> '' LIMIT 1`
    )
    for (const root of [ROOT, '/api/rest/v4/'])
      for (const name of ['pacer_case_id', 'registry_case_id']) {
        const q = `${name}:${rows[0]!.id}`
        const response = await client.get(`${root}search/?type=d`).qs({ q })
        assert.equal(response.status(), 200, response.text())
        counts.push(response.body().count)
      }
    assert.isAbove(counts[0]!, 0)
    assert.lengthOf([...new Set(counts)], 1)
  })

  test('the client can follow the next and count URLs of a page', async ({ client, assert }) => {
    const first = (await client.get(`${ROOT}courts/?order_by=id`)).body()
    // The client uses the path and query of a URL, and its own base URL.
    for (const url of [first.next, first.count]) {
      const { pathname, search } = new URL(url)
      assert.isTrue(pathname.startsWith(ROOT))
      const response = await client.get(pathname + search)
      response.assertStatus(200)
    }
  })
})
