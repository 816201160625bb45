import { test } from '@japa/runner'
import { settings } from '#start/env'
import { withLimits } from '#tests/helpers/accounts'

const SINCE = `@${Date.UTC(2024, 10, 18) / 1000}`

test.group('deprecation', () => {
  test('{0} is deprecated and names its successor')
    .with([
      ['/api/rest/v3/', 200, '/api/rest/v4/'],
      ['/api/rest/v3/courts/?jurisdiction=F', 200, '/api/rest/v4/courts/'],
      ['/api/rest/v3/courts.json', 200, '/api/rest/v4/courts.json'],
      ['/api/rest/v3/courts/scotus/', 200, '/api/rest/v4/courts/scotus/'],
      ['/api/rest/v3/courts/%3Cnone%3E/', 404, '/api/rest/v4/courts/%3Cnone%3E/'],
      ['/api/rest/v3/courts/?format=csv', 404, '/api/rest/v4/courts/'],
      ['/api/rest/v3/fixture-notes/', 401, '/api/rest/v4/fixture-notes/'],
      ['/courtlistener/api/rest/v3/courts/', 200, '/courtlistener/api/rest/v4/courts/'],
    ] as [string, number, string][])
    .run(async ({ client, assert }, [path, status, successor]) => {
      const response = await client.get(path)
      response.assertStatus(status)
      assert.equal(response.header('deprecation'), SINCE)
      assert.isUndefined(response.header('sunset'))
      const links = (response.header('link') ?? '').split(', ')
      const host = `http://${process.env.HOST}:${process.env.PORT}`
      assert.equal(links.at(-1), `<${host}${successor}>; rel="successor-version"`)
      assert.include(response.header('access-control-expose-headers'), 'deprecation')
    })

  test('rate limit errors also have the headers, and Link also contains adjacent pages', async ({
    client,
    assert,
  }) => {
    const list = await client.get('/api/rest/v3/fixture-books/?page=2')
    assert.match(
      list.header('link')!,
      /rel="next", <.*>; rel="prev", <.*>; rel="successor-version"$/
    )
    await withLimits(async () => {
      let response = list
      while (response.status() !== 429) response = await client.get('/api/rest/v3/courts/')
      assert.equal(response.header('deprecation'), SINCE)
    })
  })

  test('v4 is not deprecated, except endpoints that declare it', async ({ client, assert }) => {
    for (const path of ['', 'courts/', 'fixture-books/5/'])
      assert.isUndefined((await client.get(`/api/rest/v4/${path}`)).header('deprecation'), path)
    const tags = await client.get('/api/rest/v4/fixture-tags/')
    assert.equal(tags.header('deprecation'), `@${Date.UTC(2025, 0, 2) / 1000}`)
    assert.notInclude(tags.header('link') ?? '', 'successor-version')
    const old = await client.get('/api/rest/v3/fixture-tags/')
    assert.equal(old.header('deprecation'), SINCE)
  })

  test('the end of v3 is announced once the operator has set it', async ({
    client,
    assert,
    cleanup,
  }) => {
    cleanup(() => void (settings.v3Sunset = null))
    settings.v3Sunset = '2027-12-31'
    const response = await client.get('/api/rest/v3/courts/')
    assert.equal(response.header('sunset'), 'Fri, 31 Dec 2027 00:00:00 GMT')
    assert.isUndefined((await client.get('/api/rest/v4/courts/')).header('sunset'))
  })
})
