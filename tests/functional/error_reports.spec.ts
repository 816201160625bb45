/** The format of error responses, and how many lines are logged. */
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { makeAccount } from '#tests/helpers/accounts'
import { withFault } from '#tests/helpers/faulty_connection'
import { linesLogged } from '#tests/helpers/lines_logged'

const JSON_TYPE = /^application\/json/
const HTML = /^text\/html/
const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'

const ask = (path: string, init: RequestInit = {}) =>
  fetch(`http://${process.env.HOST}:${process.env.PORT}${path}`, { redirect: 'manual', ...init })

test.group('errors', (group) => {
  group.teardown(async () => {
    // Other specs count the books.
    const database = await app.container.make('lucid.db')
    await database.from('fixture_books').where('title', 'Away').delete()
  })

  for (const [path, accept, type] of [
    ['/api/rest/v4/nope/', '*/*', JSON_TYPE],
    ['/api/rest/v4/nope/', BROWSER, HTML],
    ['/courtlistener/api/rest/v4/nope/', '*/*', JSON_TYPE],
    ['/nope/', '*/*', HTML],
    ['/nope/', BROWSER, HTML],
    ['/nope/', 'application/json', JSON_TYPE],
    ['/nope/', 'application/problem+json', /^application\/problem\+json/],
    ['/storage/nope.pdf', 'application/json', JSON_TYPE],
    ['/storage/nope.pdf', '*/*', HTML],
    ['/feed/nope/', 'application/atom+xml', /^application\/xml/],
    ['/feed/nope/', 'application/rss+xml, application/xml', /^application\/xml/],
    ['/feed/nope/', BROWSER, HTML],
  ] as const) {
    test(`are ${String(type)} for ${path} with Accept ${accept}`, async ({ assert }) => {
      const response = await ask(path, { headers: { accept } })
      assert.equal(response.status, 404)
      assert.match(response.headers.get('content-type')!, type)
      const text = await response.text()
      if (type === JSON_TYPE) assert.isString(JSON.parse(text).detail)
    })
  }

  for (const [method, path, body] of [
    ['POST', '/api/rest/v4/fixture-books/', { author: 3, title: 'Away' }],
    ['POST', '/api/rest/v3/fixture-books/', { author: 3, title: 'Away' }],
    ['POST', '/o/register/', { client_name: 'Away', redirect_uris: ['http://127.0.0.1:9/cb'] }],
  ] as const) {
    test(`of an unavailable database are JSON, and logged as one line: ${method} ${path}`, async ({
      assert,
    }) => {
      const { authorization } = await makeAccount()
      const headers = { authorization, 'content-type': 'application/json' }
      const send = () => ask(path, { method, headers, body: JSON.stringify(body) })
      // The first request of a process initializes caches.
      await send()
      let response: Response | undefined
      const lines = await linesLogged(async () => {
        const counts = (statement: string) => !/^(?:BEGIN|SELECT 1$)/i.test(statement)
        response = (await withFault({ failing: 1, fault: 'cut', counts }, send)).result
      })
      assert.equal(response!.status, 503)
      assert.match(response!.headers.get('content-type')!, JSON_TYPE)
      const answer = JSON.parse(await response!.text())
      assert.isString(path.startsWith('/o/') ? answer.error_description : answer.detail)
      const failures = lines.filter(({ msg }) => /failed/.test(msg))
      assert.lengthOf(failures, 1, JSON.stringify(lines))
      assert.notProperty(failures[0], 'err')
    })
  }
})
