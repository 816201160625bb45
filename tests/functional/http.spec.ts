import { test } from '@japa/runner'
import { makeAccount } from '#tests/helpers/accounts'

const URL = '/api/rest/v4/fixture-books/'

test.group('URLs and methods', () => {
  test('a missing slash is added, and parameters are kept', async ({ client, assert }) => {
    for (const path of [
      '/api/rest/v4/fixture-books',
      '/api/rest/v4/fixture-books/5',
      '/api/rest/v4',
      '/api/rest/v3/overview',
    ]) {
      const response = await client.get(`${path}?a=1&b=%2F`).redirects(0)
      response.assertStatus(301)
      assert.equal(response.header('location'), `${path}/?a=1&b=%2F`)
      assert.equal(response.header('access-control-allow-origin'), '*')
    }
  })

  test('the slash is added to the URL as it was sent', async ({ client, assert }) => {
    for (const key of ['%E2%82%AC', '5.%00', '%7f', '%0a', '%F0%9F%92%A9', '%2F%2Fexample']) {
      const response = await client.get(`${URL}${key}?a=%E2%82%AC`).redirects(0)
      response.assertStatus(301)
      assert.equal(response.header('location'), `${URL}${key}/?a=%E2%82%AC`)
      ;(await client.get(`${URL}${key}/`)).assertStatus(404)
    }
  })

  test('an invalid percent-encoding returns a client error', async ({ client }) => {
    for (const path of ['/api/rest/v4/%', '/api/rest/v4/%C0%80/']) {
      const response = await client.get(path)
      response.assertStatus(400)
      response.assertBody({
        detail: 'The URL of this request is not properly percent-encoded.',
      })
    }
  })

  test('a suffix selects the format, and links keep it', async ({ client, assert }) => {
    const list = await client.get('/api/rest/v4/fixture-books.json')
    list.assertStatus(200)
    assert.match(list.body().results[0].resource_uri, /fixture-books\/\d+\.json$/)
    const record = await client.get('/api/rest/v4/fixture-books/5.xml')
    record.assertStatus(200)
    assert.include(record.header('content-type'), 'application/xml')
    ;(await client.get('/api/rest/v4/fixture-books/5.pdf')).assertStatus(404)
  })

  test('errors for unknown formats and media types list the valid ones', async ({ client }) => {
    for (const [path, choice] of [
      [`${URL}?format=yaml`, 'json, api, html, xml, csv, jsonl'],
      [`${URL}5.yaml`, 'json, api, html, xml'],
    ] as const) {
      const response = await client.get(path)
      response.assertStatus(404)
      response.assertBody({ detail: `Unknown format "yaml". Choose from: ${choice}.` })
    }
    const response = await client.get(URL).header('accept', 'text/csv')
    response.assertStatus(406)
    response.assertBody({
      detail:
        'Could not satisfy the request Accept header. Offered: application/json, text/html, application/xml.',
    })
  })

  test('HEAD is GET without a body', async ({ client, assert }) => {
    for (const path of [URL, `${URL}5/`, '/api/rest/v4/']) {
      // The client requests compressed responses by default, but not with HEAD.
      const head = await client.head(path).header('accept-encoding', 'gzip')
      const get = await client.get(path).header('accept-encoding', 'gzip')
      head.assertStatus(200)
      assert.equal(head.text() ?? '', '')
      assert.equal(head.header('content-length'), get.header('content-length'))
    }
  })

  test('OPTIONS returns metadata, and a preflight returns CORS headers', async ({
    client,
    assert,
  }) => {
    const described = await client.options(URL).header('origin', 'https://example.org')
    described.assertStatus(200)
    assert.deepEqual(Object.keys(described.body()), [
      'name',
      'description',
      'renders',
      'parses',
      'actions',
      'filters',
      'ordering',
    ])
    assert.equal(described.body().name, 'Book List')
    assert.property((await client.options(`${URL}5/`)).body().actions, 'PUT')

    const preflight = await client
      .options(URL)
      .header('origin', 'https://example.org')
      .header('access-control-request-method', 'GET')
    preflight.assertStatus(204)
    assert.equal(preflight.header('access-control-allow-origin'), '*')
    assert.isUndefined(preflight.header('access-control-allow-credentials'))
  })

  test('OPTIONS lists the filters of related rows that have no endpoint', async ({
    client,
    assert,
  }) => {
    const { filters } = (await client.options(URL)).body()
    assert.equal(filters.author.lookup_types, 'See the filters of fixture-authors.')
    assert.notProperty(filters.author, 'filters')
    assert.equal(filters.chapters.lookup_types, 'See "filters" for those of chapters.')
    assert.deepEqual(Object.keys(filters.chapters.filters), ['number', 'title'])
    assert.include(filters.chapters.filters.title.lookup_types, 'istartswith')
    const clusters = (await client.options('/api/rest/v4/clusters/')).body()
    assert.property(clusters.filters.citations.filters, 'volume')
  })

  test('Vary and Cache-Control separate callers', async ({ client, assert }) => {
    const { authorization } = await makeAccount()
    const paths = [URL, `${URL}5/`, `${URL}?no=1`, '/api/rest/v4/fixture-notes/']
    for (const path of paths) {
      const anonymous = await client.get(path)
      assert.equal(anonymous.header('vary'), 'Accept, Authorization, Cookie, Accept-Encoding', path)
      assert.isUndefined(anonymous.header('cache-control'), path)
      const own = await client.get(path).header('authorization', authorization)
      assert.equal(own.header('cache-control'), 'private', path)
    }
  })

  test('any origin can read', async ({ client, assert }) => {
    const response = await client.get(URL).header('origin', 'https://example.org')
    assert.equal(response.header('access-control-allow-origin'), '*')
    assert.include(response.header('access-control-expose-headers'), 'link')
  })

  test('no path under /api/ is a page', async ({ client }) => {
    for (const path of [
      '/api/rest/v4/nothing/',
      '/api/rest/v4/fixture-books/5/more/',
      '/api/',
      '/api/rest/v5/',
    ]) {
      const response = await client.get(path)
      response.assertStatus(404)
      response.assertBody({ detail: 'Not found.' })
    }
  })

  test('retired versions return an error', async ({ client, assert }) => {
    for (const path of ['v1/anything/', 'v1/', 'v1', 'v2/', 'v2/dockets/1/']) {
      const response = await client.get(`/api/rest/${path}`)
      response.assertStatus(410)
      assert.deepEqual(response.body().objects, [])
    }
  })

  test('{$self} is rejected where it is not supported')
    .with(['TRACE', 'PROPFIND', 'LOCK', 'REPORT', 'MKCOL'])
    .run(async ({ client, assert }, method) => {
      for (const [path, allow] of [
        ['/api/rest/v4/courts/', 'GET, HEAD, OPTIONS'],
        ['/api/rest/v4/courts/scotus/', 'GET, HEAD, OPTIONS'],
        ['/api/rest/v4/', 'GET, HEAD, OPTIONS'],
        ['/api/rest/v4/openapi.json', 'GET, HEAD'],
        ['/', 'GET, HEAD'],
      ] as const) {
        const response = await client.request(path, method)
        assert.equal(response.status(), 405, path)
        assert.equal(response.header('allow'), allow, path)
      }
    })

  test('{$self} is rejected on pages, which list the supported methods')
    .with(['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
    .run(async ({ client, assert }, method) => {
      for (const path of ['/', '/docs/', '/docket/2001/x/', '/storage/any/file.pdf', '/health']) {
        const response = await client.request(path, method)
        assert.equal(response.status(), 405, path)
        assert.equal(response.header('allow'), 'GET, HEAD', path)
      }
      ;(await client.request('/nowhere', method)).assertStatus(404)
    })

  test('no cookie is set', async ({ client, assert }) => {
    assert.isUndefined((await client.get(URL)).header('set-cookie'))
  })

  test('the request ID is accepted and returned', async ({ client, assert }) => {
    assert.equal(
      (await client.get(URL).header('x-request-id', 'abc')).header('x-request-id'),
      'abc'
    )
    assert.isString((await client.get(URL)).header('x-request-id'))
  })
})

test.group('conditional requests', () => {
  test('an unchanged record is not sent again', async ({ client, assert }) => {
    const first = await client.get(`${URL}5/`)
    const tag = first.header('etag')!
    assert.match(tag, /^W\/".+"$/)
    for (const header of [tag, tag.slice(2), `"x", ${tag}`, '*']) {
      const again = await client.get(`${URL}5/`).header('if-none-match', header)
      again.assertStatus(304)
      assert.equal(again.text() ?? '', '')
      assert.equal(again.header('etag'), tag)
    }
    ;(await client.get(`${URL}5/`).header('if-none-match', '"x"')).assertStatus(200)
    const other = await client.get(`${URL}5/?fields=id`).header('if-none-match', tag)
    other.assertStatus(200)
  })
})

test.group('formats', () => {
  test('JSON is indented on request', async ({ client, assert }) => {
    const response = await client
      .get(`${URL}5/?fields=id`)
      .header('accept', 'application/json; indent=4')
    assert.equal(response.text(), '{\n    "id": 5\n}')
    assert.equal(response.header('content-type'), 'application/json')
  })

  test('XML has the expected elements', async ({ client, assert }) => {
    const response = await client.get(
      `${URL}6/?fields=id,lent,price,shelf,pages,chapters&format=xml`
    )
    assert.equal(
      response.text(),
      '<?xml version="1.0" encoding="utf-8"?>\n<root><id>6</id><shelf></shelf><pages>15</pages><price></price><lent>False</lent>' +
        '<chapters><list-item><number>1</number><title>Middle</title></list-item><list-item><number>2</number><title>Start</title></list-item></chapters></root>'
    )
  })

  test('a browser gets a page with links and a curl command', async ({ client, assert }) => {
    const response = await client
      .get(URL)
      .header('accept', 'text/html,application/xhtml+xml,*/*;q=0.8')
    assert.include(response.header('content-type'), 'text/html')
    const html = response.text()
    assert.match(html, /<a href="http:\/\/[^"]+\/fixture-books\/130\/">/)
    assert.match(html, /<a href="[^"]+" rel="next">/)
    assert.include(html, 'curl &#x27;http')
    const named = await client.get('/api/rest/v4/courts/?format=api&id=scotus')
    assert.match(named.text(), /curl &#x27;http\S+courts\/\?id=scotus&#x27;/)
    assert.include(html, 'istartswith')
  })

  test('parts of the URL are escaped on the page', async ({ client, assert }) => {
    const response = await client.get(`${URL}?title=<script>alert(1)</script>&format=api`)
    assert.notInclude(response.text(), '<script>alert(1)')
    const wrong = await client.get(`${URL}?<img src=x onerror=alert(1)>=1&format=api`)
    assert.notInclude(wrong.text(), '<img src=x')
  })

  test('errors have the requested format, including problem details', async ({
    client,
    assert,
  }) => {
    const problem = await client.get(`${URL}?id=x`).header('accept', 'application/problem+json')
    assert.include(problem.header('content-type'), 'application/problem+json')
    assert.containsSubset(problem.body(), {
      type: 'about:blank',
      status: 400,
      title: 'Bad Request',
      id: ['Enter a number.'],
      code: 'invalid_values',
    })
    const unknown = await client
      .get(`${URL}?nonsense=x`)
      .header('accept', 'application/problem+json')
    assert.equal(unknown.body().code, 'unknown_filter')
    assert.isString(unknown.body().hint)
    const plain = await client.get(`${URL}?nonsense=x`)
    assert.sameMembers(Object.keys(plain.body()), ['detail', 'unknown_params'])
    assert.equal(problem.body().instance, `${URL}?id=x`)
    const xml = await client.get(`${URL}?id=x&format=xml`)
    assert.include(xml.text(), '<id><list-item>Enter a number.</list-item></id>')
    const html = await client.get(`${URL}?id=x`).header('accept', 'text/html')
    assert.include(html.text(), 'Enter a number.')
  })

  test('a read that takes too long returns an error with a hint', async ({ client, assert }) => {
    const response = await client.get('/api/rest/v4/fixture-slow/')
    response.assertStatus(503)
    assert.include(response.body().detail, 'query timed out')
    assert.deepEqual(Object.keys(response.body()), ['detail'])
    const problem = await client
      .get('/api/rest/v4/fixture-slow/')
      .header('accept', 'application/problem+json')
    assert.equal(problem.body().request_id, problem.header('x-request-id'))
  })
})
