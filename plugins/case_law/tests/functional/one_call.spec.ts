/**
 * A decision in one request: filters by court and docket number, expanded links, and the text of
 * an opinion.
 */
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'

const CLUSTERS = '/api/rest/v4/clusters/'
const OPINIONS = '/api/rest/v4/opinions/'

/** Text fields in order of preference. */
const SOURCES = [
  'html_with_citations',
  'html_columbia',
  'html_lawbox',
  'xml_harvard',
  'html_anon_2020',
  'html',
  'xml_scan',
  'plain_text',
]

test.group('court and docket_number of decisions', () => {
  test('{0}?{1} equals {2}')
    .with([
      [OPINIONS, 'court=scotus', 'cluster__docket__court=scotus'],
      [OPINIONS, 'court!=scotus', 'cluster__docket__court!=scotus'],
      [OPINIONS, 'court__jurisdiction=F', 'cluster__docket__court__jurisdiction=F'],
      [
        OPINIONS,
        'docket_number__startswith=1&court=scotus',
        'cluster__docket__docket_number__startswith=1&cluster__docket__court=scotus',
      ],
      [CLUSTERS, 'court=scotus', 'docket__court=scotus'],
      [
        CLUSTERS,
        'court__full_name__contains=Appeals',
        'docket__court__full_name__contains=Appeals',
      ],
      [CLUSTERS, 'docket_number__in=1', 'docket__docket_number__in=1'],
      [CLUSTERS, 'sub_opinions__court=scotus', 'sub_opinions__cluster__docket__court=scotus'],
      [
        '/api/rest/v4/opinions-cited/',
        'cited_opinion__court=scotus',
        'cited_opinion__cluster__docket__court=scotus',
      ],
      ['/api/rest/v3/clusters/', 'court=scotus', 'docket__court=scotus'],
      ['/courtlistener/api/rest/v4/clusters/', 'court=scotus', 'docket__court=scotus'],
    ])
    .run(async ({ client, assert }, [list, short, long]) => {
      const found = async (query: string) => {
        const response = await client.get(`${list}?${query}&fields=id&order_by=id`)
        return { status: response.status(), rows: response.body().results }
      }
      const [one, other] = [await found(short!), await found(long!)]
      assert.deepEqual(one, other)
      if (!short!.includes('__in')) assert.isNotEmpty(one.rows)
    })

  test('both filters match the same docket', async ({ client, assert }) => {
    const database = await app.container.make('lucid.db')
    const other = await database
      .from('dockets')
      .join('opinion_clusters', 'docket_id', 'dockets.id')
      .whereNot('court_id', 'scotus')
      .whereNotNull('docket_number')
      .select('docket_number')
      .first()
    const query = { court: 'scotus', docket_number: other.docket_number }
    const together = (await client.get(CLUSTERS).qs({ ...query, fields: 'id' })).body()
    const long = { docket__court: 'scotus', docket__docket_number: other.docket_number }
    assert.deepEqual(
      together.results,
      (await client.get(CLUSTERS).qs({ ...long, fields: 'id' })).body().results
    )
  })

  test('OPTIONS and OpenAPI declare them', async ({ client, assert }) => {
    const { paths, components } = (await client.get('/api/rest/v4/openapi.json')).body()
    for (const [path, list] of [
      ['/clusters/', CLUSTERS],
      ['/opinions/', OPINIONS],
    ] as const) {
      const { filters } = (await client.options(list)).body()
      assert.equal(filters.court.type, 'RelatedFilter')
      assert.include(filters.court.lookup_types, 'courts')
      assert.include(filters.docket_number.lookup_types, 'startswith')
      const parameters = paths[path].get.parameters.map((each: { $ref?: string; name: string }) =>
        each.$ref ? components.parameters[each.$ref.split('/').at(-1)!] : each
      )
      const court = parameters.find(({ name }: { name: string }) => name === 'court')
      assert.match(court.description, /^Alias of `(cluster__)?docket__court`\.$/)
    }
  })

  test('a misspelled filter gets a suggestion', async ({ client, assert }) => {
    const { did_you_mean: meant } = (await client.get(`${OPINIONS}?cuort=scotus`)).body()
    assert.deepEqual(meant, { cuort: 'court' })
    const wrong = await client.get(`${CLUSTERS}?court__nothing=1`)
    wrong.assertStatus(400)
    assert.deepEqual(wrong.body().unknown_params, ['court__nothing'])
  })
})

test.group('expand of decisions', () => {
  test('a cluster contains its docket', async ({ client, assert }) => {
    const { docket } = (await client.get(`${CLUSTERS}1038/?expand=docket`)).body()
    const url = (await client.get(`${CLUSTERS}1038/`)).body().docket
    assert.deepEqual(docket, (await client.get(new URL(url).pathname)).body())
  })

  test('an opinion contains its cluster with the docket', async ({ client, assert }) => {
    const path = `${OPINIONS}?cluster=1038`
    const one = async (query: string) => (await client.get(`${path}&${query}`)).body().results[0]
    const { cluster } = await one('expand=cluster')
    assert.deepEqual(cluster, (await client.get(`${CLUSTERS}1038/`)).body())
    for (const names of ['cluster,docket', 'docket', 'docket,cluster']) {
      const both = await one(`expand=${names}`)
      assert.deepEqual(both.cluster, (await client.get(`${CLUSTERS}1038/?expand=docket`)).body())
    }
    const fields =
      'fields=id,cluster__case_name,cluster__docket__court_id,cluster__docket__docket_number'
    const short = await client.get(`${path}&expand=cluster,docket&${fields}`)
    assert.isUndefined(short.header('warning'))
    assert.deepEqual(Object.keys(short.body().results[0].cluster), ['docket', 'case_name'])
    assert.deepEqual(Object.keys(short.body().results[0].cluster.docket), [
      'court_id',
      'docket_number',
    ])
  })

  test('links are expanded only on request, and other names return 400', async ({
    client,
    assert,
  }) => {
    const response = await client.get(`${OPINIONS}?cluster=1038`)
    assert.isString(response.body().results[0].cluster)
    const wrong = await client.get(`${OPINIONS}?expand=author`)
    wrong.assertStatus(400)
    assert.deepEqual(wrong.body(), {
      expand: ['"author" can\'t be expanded. Choose from: cluster, docket.'],
    })
    const unexpanded = await client.get(
      `${OPINIONS}?cluster=1038&expand=cluster&fields=cluster__docket__id`
    )
    assert.match(unexpanded.header('warning')!, /cluster__docket__id/)
  })
})

test.group('text of an opinion', (group) => {
  let id: number

  group.setup(async () => {
    const database = await app.container.make('lucid.db')
    id = (await database.from('opinions').where('cluster_id', 1038).orderBy('id').firstOrFail()).id
  })

  test('is included only on request', async ({ client, assert }) => {
    const [usual, asked] = await Promise.all(
      ['', '?include=text'].map(async (query) =>
        (await client.get(`${OPINIONS}${id}/${query}`)).body()
      )
    )
    assert.notProperty(usual, 'text')
    assert.notProperty(usual, 'text_source')
    assert.deepEqual(Object.keys(asked), [...Object.keys(usual), 'text', 'text_source'])
  })

  test('is the first nonempty source', async ({ client, assert, cleanup }) => {
    const database = await app.container.make('lucid.db')
    const before = await database.from('opinions').where('id', id).firstOrFail()
    cleanup(async () => {
      const texts = Object.fromEntries(SOURCES.map((name) => [name, before[name]]))
      await database.from('opinions').where('id', id).update(texts)
    })
    const filled = Object.fromEntries(SOURCES.map((name) => [name, `from ${name}`]))
    await database.from('opinions').where('id', id).update(filled)
    const query = { include: 'text', fields: 'text,text_source' }
    for (const name of SOURCES) {
      const response = await client.get(`${OPINIONS}${id}/`).qs(query)
      assert.deepEqual(response.body(), { text: `from ${name}`, text_source: name })
      await database
        .from('opinions')
        .where('id', id)
        .update({ [name]: '' })
    }
    const none = await client.get(`${OPINIONS}${id}/`).qs(query)
    assert.deepEqual(none.body(), { text: '', text_source: '' })
  })

  test('follows the order of the values of text_source', async ({ client, assert }) => {
    const { choices } = (await client.get(`${OPINIONS}choices/text_source/`)).body()
    assert.deepEqual(
      choices.map(({ value }: { value: string }) => value),
      SOURCES
    )
  })
})
