/**
 * Exports of search results.
 */
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { PluginHost } from '#core/plugin_host'
import { makeAccount, withLimits } from '#tests/helpers/accounts'
import { searchReady } from '#tests/helpers/search_indexes'
import { exportLabel } from '../../pages/in_words.js'

const SEARCH = '/api/rest/v4/search/'

test.group('search: exports', (group) => {
  group.setup(searchReady)

  test('jsonl contains all results of type {$self}, equal to the pages')
    .with(['o', 'r', 'rd', 'd', 'p', 'oa'])
    .run(async ({ client, assert }, type) => {
      const { searchTypes } = await app.container.make(PluginHost)
      if (!searchTypes.some(({ code }) => code === type)) return
      const file = await client.get(SEARCH).qs({ type, format: 'jsonl' })
      file.assertStatus(200)
      assert.equal(
        file.header('content-disposition'),
        `attachment; filename="search-${type}.jsonl"`
      )
      const rows = file
        .text()
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line))
      const results: unknown[] = []
      let next: string | null = `${SEARCH}?type=${type}`
      while (next) {
        const page: { results: unknown[]; next: string | null } = (await client.get(next)).body()
        results.push(...page.results)
        next = page.next && page.next.slice(page.next.indexOf('/api/'))
      }
      assert.deepEqual(rows, results)
      assert.equal(file.header('curia-export-rows'), String(rows.length))
      assert.isNotEmpty(rows)
    })

  test('csv has a column for each key of a result, in order', async ({ client, assert }) => {
    const query = { q: 'court', order_by: 'dateFiled desc' }
    const file = await client.get(SEARCH).qs({ ...query, format: 'csv', rows: '30' })
    file.assertStatus(200)
    assert.equal(file.header('curia-defaults-applied'), 'stat_Published=on')
    const { results, count } = (await client.get(SEARCH).qs(query)).body()
    const lines = file.text().split('\r\n')
    assert.equal(lines[0], Object.keys(results[0]).join(','))
    assert.isAbove(count, 30)
    assert.equal(file.header('curia-export-rows'), '30')
    assert.equal(file.header('curia-export-cut'), '30')
    assert.equal(file.header('curia-export-cost'), '2')
  })

  test('an export costs as much as the pages it replaces', async ({ client, assert }) => {
    const { authorization } = await makeAccount({ overrides: { user: ['4/hour'] } })
    const ask = (query: object) =>
      client
        .get(SEARCH)
        .qs({ q: 'court', ...query })
        .header('authorization', authorization)
    await withLimits(async () => {
      const never = await ask({ format: 'csv', rows: '100' })
      never.assertStatus(429)
      assert.match(never.body().detail, /costs 5 requests.*You can request rows=60 now\./)
      ;(await ask({ format: 'csv', rows: '60' })).assertStatus(200)
      ;(await ask({})).assertStatus(429)
    })
  })

  test('{0} returns {1}')
    .with([
      [{ q: '"open', format: 'csv' }, 400],
      [{ q: 'casname:brown', format: 'csv' }, 400],
      [{ format: 'csv', rows: 'all' }, 400],
      [{ rows: '5' }, 400],
      [{ q: 'a', semantic: 'true', format: 'csv' }, 400],
    ] as [Record<string, string>, number][])
    .run(async ({ client }, [query, status]) => {
      ;(await client.get(SEARCH).qs(query)).assertStatus(status)
    })

  test('v3 has no exports', async ({ client }) => {
    ;(await client.get('/api/rest/v3/search/?q=court&format=csv')).assertStatus(404)
  })

  test('the results page states how many results a file has', ({ assert }) => {
    assert.deepEqual([1, 1_234, 10_000, 10_001].map(exportLabel), [
      'Download this result',
      'Download all 1,234 results',
      'Download all 10,000 results',
      'Download the first 10,000 results',
    ])
  })

  test('the results page links to both formats, above the results', async ({ client, assert }) => {
    const html = (await client.get('/search/').qs({ q: 'miranda' })).text()
    assert.include(html, 'href="/api/rest/v4/search/?format=csv&amp;q=miranda"')
    assert.include(html, 'href="/api/rest/v4/search/?format=jsonl&amp;q=miranda"')
    const [before, after] = html.split(/Download (?:this result|all [\d,]+ results):/)
    assert.include(before, 'Sort by')
    assert.include(after, '<ol')
  })
})
