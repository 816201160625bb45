/** The root with the names of the public service behaves like Curia's own root. */
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { makeAccount, withLimits } from '#tests/helpers/accounts'
import { makeDocket } from '#tests/helpers/own_docket'
import { searchReady } from '#tests/helpers/search_indexes'
import { makeEndpoint } from '#plugins/webhooks/tests/endpoints'
import { RequestStats } from '#api/request_stats'
import { OWN_ROOT, PUBLIC_ROOT } from '#api/roots'
import { PluginHost } from '#core/plugin_host'

const OWN = '/api/rest/v4/'
const ROOT = '/courtlistener/api/rest/v4/'

test.group('public root: protocol', () => {
  test('the root lists all endpoints under it, in both versions', async ({ client, assert }) => {
    for (const version of ['v4', 'v3']) {
      const own = (await client.get(`/api/rest/${version}/`)).body()
      const root = `/courtlistener/api/rest/${version}/`
      const response = await client.get(root)
      response.assertStatus(200)
      const listed = response.body() as Record<string, string>
      assert.lengthOf(Object.keys(listed), Object.keys(own).length)
      for (const [path, url] of Object.entries(listed))
        assert.equal(new URL(url).pathname, `${root}${path}/`)
      assert.deepEqual((await client.get(`${root}overview/`)).body(), listed)
    }
  })

  test('a path without a trailing slash redirects to the path with it', async ({
    client,
    assert,
  }) => {
    for (const path of [`${ROOT}courts`, ROOT.slice(0, -1)]) {
      const response = await client.get(`${path}?in_use=true`).redirects(0)
      response.assertStatus(301)
      assert.equal(response.header('location'), `${path}/?in_use=true`)
    }
  })

  test('errors are those of the API, in the requested format', async ({ client, assert }) => {
    const { authorization } = await makeAccount()
    const patched = await client.patch(`${ROOT}courts/`).header('authorization', authorization)
    patched.assertStatus(405)
    assert.equal(patched.header('allow'), 'GET, HEAD, OPTIONS')
    const statuses: [string, number][] = [
      [`${ROOT}nowhere/`, 404],
      [`${ROOT}courts/nowhere/`, 404],
      ['/courtlistener/api/', 404],
      [`${ROOT}api-usage/`, 401],
      ['/courtlistener/api/rest/v1/courts/', 410],
    ]
    for (const [path, status] of statuses) {
      const response = await client.get(path)
      assert.equal(response.status(), status, path)
      assert.include(response.header('content-type')!, 'application/json')
      assert.equal(response.header('access-control-allow-origin'), '*')
    }
    assert.include(
      (await client.get('/courtlistener/api/rest/v1/courts/')).body().meta.status,
      ROOT
    )
    const page = await client.get(`${ROOT}nowhere/`).header('accept', 'text/html')
    assert.include(page.text(), `${ROOT}"`)
    const elsewhere = await client.get('/courtlistener/')
    elsewhere.assertStatus(404)
    assert.include(elsewhere.header('content-type')!, 'text/html')
  })

  test('preflights are answered, and formats negotiated', async ({ client, assert }) => {
    const preflight = await client
      .options(`${ROOT}courts/`)
      .header('origin', 'https://example.org')
      .header('access-control-request-method', 'POST')
    preflight.assertStatus(204)
    assert.include(preflight.header('access-control-allow-methods')!, 'POST')
    const xml = await client.get(`${ROOT}courts.xml`)
    assert.include(xml.text(), '<pacer_court_id>')
    assert.include(xml.text(), `${ROOT}courts/`)
    const page = await client.get(`${ROOT}courts/scotus/?format=api`)
    assert.include(page.text(), 'pacer_court_id')
    assert.notInclude(page.text(), `"${OWN}courts`)
  })
})

test.group('public root: accounts and limits', () => {
  test('requests are charged and counted with those of v4 and v3', async ({ client, assert }) => {
    const { authorization } = await makeAccount()
    const ask = (path: string) => client.get(path).header('authorization', authorization)
    await withLimits(async () => {
      for (const path of [
        `${OWN}courts/`,
        `${ROOT}courts/`,
        '/courtlistener/api/rest/v3/courts/',
        '/api/rest/v3/courts/',
      ])
        (await ask(path)).assertStatus(200)
      const last = await ask(`${ROOT}courts/`)
      assert.match(last.header('ratelimit')!, /^"user-min";r=0;/)
      ;(await ask(`${ROOT}courts/`)).assertStatus(429)
      ;(await ask(`${OWN}courts/`)).assertStatus(429)
      const usage = await ask(`${ROOT}api-usage/`)
      usage.assertStatus(200)
      assert.equal(usage.body().historical_usage.total, 5)
    })
  })

  test('an invalid token is rejected, and endpoints may require an account', async ({ client }) => {
    const wrong = await client.get(`${ROOT}courts/`).header('authorization', 'Token nobodys')
    wrong.assertStatus(401)
    ;(await client.get(`${ROOT}alerts/`)).assertStatus(401)
  })

  test("staff see its requests under Curia's own names", async ({ client, assert }) => {
    const stats = await app.container.make(RequestStats)
    const noted: string[] = []
    const note = stats.note.bind(stats)
    stats.note = (request) => {
      noted.push(request.endpoint)
      note(request)
    }
    try {
      const { catalogs } = await app.container.make(PluginHost)
      for (const { path } of catalogs[1]!.resources.all()) await client.get(`${ROOT}${path}/`)
      assert.deepEqual(
        noted,
        catalogs[0]!.resources.all().map(({ path }) => path)
      )
    } finally {
      stats.note = note
    }
  })
})

test.group('public root: lists and records', () => {
  const urls = (value: unknown): string[] =>
    typeof value === 'string'
      ? /^https?:.*\/api\/rest\//.test(value)
        ? [value]
        : []
      : value && typeof value === 'object'
        ? Object.values(value).flatMap(urls)
        : []

  test('every API URL in a response is under it', async ({ client, assert }) => {
    const { authorization } = await makeAccount()
    const { catalogs } = await app.container.make(PluginHost)
    let found = 0
    for (const { path, versions } of catalogs[1]!.resources.all()) {
      for (const version of versions) {
        const root = `/courtlistener/api/rest/${version}/`
        const response = await client.get(`${root}${path}/`).header('authorization', authorization)
        if (response.status() !== 200) continue
        const shown = urls(response.body())
        found += shown.length
        for (const url of shown) assert.include(url, root, path)
      }
    }
    assert.isAbove(found, 100)
  })

  test('pages, counts, and records are those of v4 under other names', async ({
    client,
    assert,
  }) => {
    const own = (await client.get(`${OWN}courts/?order_by=id&in_use=true`)).body()
    const first = (await client.get(`${ROOT}courts/?order_by=id&in_use=true`)).body()
    const ids = (page: { results: { id: string }[] }) => page.results.map(({ id }) => id)
    assert.deepEqual(ids(first), ids(own))
    const next = await client.get(first.next.replace(/^https?:\/\/[^/]+/, ''))
    next.assertStatus(200)
    assert.include(next.body().previous, ROOT)
    const counted = await client.get(first.count.replace(/^https?:\/\/[^/]+/, ''))
    assert.isAbove(counted.body().count, 20)
    const [court] = first.results
    const record = await client.get(new URL(court.resource_uri).pathname)
    assert.deepEqual(record.body(), court)
    assert.property(court, 'pacer_court_id')
    assert.notProperty(court, 'registry_court_id')
  })

  test('fields, omit, filters, and orderings accept public names only', async ({
    client,
    assert,
  }) => {
    const docket = (await client.get(`${ROOT}dockets/?fields=id,pacer_case_id&order_by=id`)).body()
    assert.deepEqual(Object.keys(docket.results[0]), ['id', 'pacer_case_id'])
    const omitted = await client.get(`${ROOT}dockets/?omit=pacer_case_id`)
    assert.notProperty(omitted.body().results[0], 'pacer_case_id')
    ;(await client.get(`${ROOT}dockets/?pacer_case_id__startswith=1`)).assertStatus(200)
    ;(await client.get(`${ROOT}clusters/?docket__pacer_case_id=1`)).assertStatus(200)
    const unknown = await client.get(`${ROOT}dockets/?registry_case_id=1`)
    unknown.assertStatus(400)
    assert.deepEqual(unknown.body().unknown_params, ['registry_case_id'])
    const near = await client.get(`${ROOT}dockets/?pacer_caseid=1`)
    assert.equal(near.body().did_you_mean.pacer_caseid, 'pacer_case_id')
    const order = await client.get(`${ROOT}dockets/?order_by=nonsense`)
    order.assertStatus(400)
    assert.notInclude(order.text(), 'registry')
  })
})

test.group('public root: writes', (group) => {
  group.setup(searchReady)

  test('every resource that accepts writes accepts them under it', async ({
    client,
    assert,
    cleanup,
  }) => {
    const { publicCatalog } = await app.container.make(PluginHost)
    const docket = await makeDocket({ registry_case_id: '77001' })
    cleanup(() => docket.remove())
    const [document] = (await docket.addEntry('ORDER')).documents
    const account = await makeAccount()
    const ask = (method: string, path: string, body?: object) => {
      const request = client.request(path, method).header('authorization', account.authorization)
      return body ? request.json(body) : request
    }
    const tag = (await ask('POST', `${OWN}tags/`, { name: 'below' })).body()
    const decision = async (number: string): Promise<string> => {
      const filters = { docket__court: 'scotus', docket__docket_number: number }
      const found = await client.get(`${ROOT}clusters/`).qs(filters)
      return found.body().results[0].resource_uri
    }
    const webhook = (await makeEndpoint(account.id, 'https://example.org/')).id
    const url = 'https://example.org/hooks'
    const query = 'q=pacer_case_id:77001&type=r'
    const bodies: Record<string, object> = {
      'alerts': { name: 'Names', query, rate: 'dly', alert_type: 'r' },
      'docket-alerts': { docket: `http://localhost${ROOT}dockets/${docket.id}/` },
      'docket-tags': { docket: docket.id, tag: tag.id },
      'notes': { docket: docket.id, text: 'Read the order.' },
      'prayers': { recap_document: `http://localhost${ROOT}recap-documents/${document}/` },
      'tags': { name: 'other' },
      'webhook-deliveries': { webhook },
      'webhook-secrets': { webhook },
      'visualizations': {
        title: 'Speech',
        cluster_start: await decision('437'),
        cluster_end: await decision('316'),
      },
      'webhooks': { url, event_type: 7 },
    }
    for (const { path, writes, versions, file, hooks } of publicCatalog.resources.all()) {
      // Resources with files or requests to other servers are tested by their plugins.
      if (!writes.length || !versions.includes('v4') || file || hooks.prepare) continue
      const made = await ask('POST', `${ROOT}${path}/`, bodies[path])
      assert.equal(made.status(), 201, `${path}: ${made.text()}`)
      const address = new URL(made.header('location')!).pathname
      assert.isTrue(address.startsWith(`${ROOT}${path}/`), address)
      const record = await ask('GET', address)
      assert.equal(record.body().id, made.body().id, path)
      if (path === 'docket-alerts') {
        const shown = await ask('GET', `${address}?expand=docket&fields=docket__pacer_case_id`)
        assert.deepEqual(shown.body(), { docket: { pacer_case_id: '77001' } })
      }
      if (writes.includes('update')) {
        const changed = await ask('PATCH', address, {})
        assert.equal(changed.status(), 200, `${path}: ${changed.text()}`)
        const replaced = await ask('PUT', address, bodies[path])
        assert.equal(replaced.status(), 200, `${path}: ${replaced.text()}`)
      }
      if (writes.includes('destroy'))
        assert.include([204, 400], (await ask('DELETE', address)).status(), path)
      const wrong = await ask('POST', `${ROOT}${path}/`, { registry_case_id: 1 })
      wrong.assertStatus(400)
      assert.notProperty(wrong.body(), 'registry_case_id')
    }
  })

  test('every other endpoint responds as under the main root', async ({ client, assert }) => {
    const { endpoints, publicCatalog } = await app.container.make(PluginHost)
    const { authorization } = await makeAccount()
    const docket = (await client.get(`${OWN}dockets/?fields=id&order_by=id`)).body().results[0]
    const bodies: Record<string, object> = {
      'increment-event': { label: `d.${docket.id}:view` },
      'search': { embedding: [1] },
    }
    for (const [place, { path, versions = ['v4', 'v3'], methods }] of endpoints.entries())
      for (const version of versions)
        for (const method of [...Object.keys(methods), 'OPTIONS', 'DELETE']) {
          const ask = (root: string) => {
            const served = root === OWN_ROOT ? path : publicCatalog.endpoints[place]!.path
            const address = `${root}${version}/${served}/?type=p`
            const request = client.request(address, method).header('authorization', authorization)
            return method === 'POST' ? request.json(bodies[path]!) : request
          }
          const [own, below] = [await ask(OWN_ROOT), await ask(PUBLIC_ROOT)]
          const said = `${method} ${version} ${path}`
          assert.equal(below.status(), own.status(), said)
          assert.deepEqual(Object.keys(below.body()), Object.keys(own.body()), said)
          assert.equal(below.header('allow'), own.header('allow'), said)
        }
  })

  test('errors in q use the field name as written', async ({ client, assert }) => {
    for (const [q, said] of [
      ['pacer_case_id:77*', 'pacer_case_id matches whole values only'],
      ['PACER_case_id:[1 TO 2]', 'is not supported by PACER_case_id'],
      ['pacr_case_id:1', 'Did you mean pacer_case_id?'],
    ] as const) {
      const response = await client.get(`${ROOT}search/`).qs({ type: 'd', q })
      response.assertStatus(400)
      assert.include(response.body().detail, said)
    }
    const own = await client.get(`${OWN}search/`).qs({ type: 'd', q: 'registry_case_id:77*' })
    assert.include(own.body().detail, 'registry_case_id matches whole values only')
  })
})
