import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { Reader } from '#app/database/reader'
import { newestDecisions } from '../../pages/court/load_court.js'

test.group('court page', () => {
  test('shows the court and the courts of its appeals', async ({ client, assert }) => {
    const page = (await client.get('/court/ca9/ninth-circuit/')).text()
    assert.match(page, /<h1>Court of Appeals for the Ninth Circuit<\/h1>/)
    assert.match(page, /Appeals go to<\/dt>\s*<dd>\s*<a href="\/court\/scotus\/supreme-court\/">/)
    const [, from] = /id="appeals-from">([\s\S]*?)<\/section>/.exec(page)!
    assert.match(from!, /<a href="\/court\/cand\/[\w-]+\/">District Court, N\.D\. California<\/a>/)
    assert.notInclude(from!, '/court/nysd/')
    const [, feed] = /<a href="([^"]+)">Feed of new decisions/.exec(page)!
    const response = await client.get(feed!)
    assert.include(response.header('content-type'), 'application/atom+xml')
  })

  test('lists the latest decisions, latest first', async ({ client, assert }) => {
    const page = (await client.get('/court/scotus/supreme-court/')).text()
    const [, list] = /id="decisions">([\s\S]*?)<\/section>/.exec(page)!
    const dates = Array.from(list!.matchAll(/<time datetime="([\d-]+)">/g), ([, date]) => date!)
    assert.lengthOf(dates, 20)
    assert.deepEqual(dates, dates.toSorted().toReversed())
    const reader = await app.container.make(Reader)
    const [[newest]] = (await reader.rows(
      `SELECT max(c.date_filed)::text FROM opinion_clusters c JOIN dockets d ON d.id = c.docket_id WHERE d.court_id = 'scotus'`,
      []
    )) as [string[]]
    assert.equal(dates[0], newest)
  })

  test('finds all decisions of a court with few cases', async ({ assert }) => {
    const reader = await app.container.make(Reader)
    const [row] = await reader.rows(
      `SELECT d.court_id, count(*) FROM opinion_clusters c JOIN dockets d ON d.id = c.docket_id
       GROUP BY 1 HAVING count(*) BETWEEN 1 AND 19 ORDER BY 2 DESC LIMIT 1`,
      []
    )
    assert.lengthOf(await newestDecisions(reader, row![0]!), Number(row![1]))
  })

  test('has a canonical path; courts that the API hides return 404', async ({ client, assert }) => {
    const response = await client.get('/court/ca9/').redirects(0)
    response.assertStatus(301)
    assert.equal(response.header('location'), '/court/ca9/ninth-circuit/')
    for (const path of ['/court/test/x/', '/court/nowhere/x/', '/court/%00/x/'])
      (await client.get(path)).assertStatus(404)
  })

  test('the list of courts is grouped by jurisdiction', async ({ client, assert }) => {
    const page = (await client.get('/courts/')).text()
    const { count } = (await client.get('/api/rest/v4/courts/?count=on')).body() as {
      count: number
    }
    assert.lengthOf([...page.matchAll(/href="\/court\/[^"]+"/g)], count)
    assert.match(page, /<h2 id="fb">Federal Bankruptcy<\/h2>/)
  })
})
