/**
 * Expensive queries through the API: their responses and their effect on other
 * requests (search.md 9).
 */
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { Random } from '#app/support/random'
import { analyse } from '#app/search_engine/analysis/analyse'
import { searchReady } from '#tests/helpers/search_indexes'
import { heavyQueries } from '#tests/search/heavy_queries'
import { takesMinutes } from '#tests/helpers/long_tests'
import { searched } from '../search_helpers.js'

const RUNS = 3
const GIVEN_UP = 'The search timed out. Narrow it by court, date, or rarer words.'

/** Words of the sample's opinions, most frequent first. */
async function frequentWords(): Promise<string[]> {
  const database = await app.container.make('lucid.db')
  const texts: { text: string }[] = await database
    .from('opinions')
    .select(database.raw(`coalesce(nullif(html_with_citations, ''), plain_text) AS text`))
    .limit(50)
  const counts = new Map<string, number>()
  for (const { text } of texts)
    for (const word of new Set(analyse(text ?? '').exact))
      if (/^[a-z]{2,}$/.test(word)) counts.set(word, (counts.get(word) ?? 0) + 1)
  return [...counts].sort(([, one], [, other]) => other - one).map(([word]) => word)
}

test.group('search: expensive queries', (group) => {
  takesMinutes(group)
  let words: string[]
  group.setup(async () => {
    await searchReady()
    words = await frequentWords()
  })

  test('return no server errors except 503 for a timeout', async ({ client, assert }) => {
    assert.isAbove(words.length, 500)
    const random = new Random(77)
    const statuses = new Map<number, number>()
    for (let run = 0; run < RUNS; run++)
      for (const [kind, q] of Object.entries(heavyQueries(words.slice(run * 20), random))) {
        const more = random.pick([
          {},
          { highlight: 'on' },
          { type: 'r' },
          { order_by: 'dateFiled desc' },
        ])
        const response = await client.get('/api/rest/v4/search/').qs({ q, ...more })
        const status = response.status()
        assert.oneOf(status, [200, 400, 503], kind)
        if (status === 503) assert.equal(response.body().detail, GIVEN_UP, kind)
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
      }
    assert.isAbove(statuses.get(200) ?? 0, RUNS * 8)
  }).timeout(600_000)

  test('a word repeated 1,000 times returns the same number of results', async ({
    client,
    assert,
  }) => {
    const once = await searched(client, { q: 'the' })
    const often = await searched(client, { q: 'the '.repeat(1000) })
    assert.equal(often.count, once.count)
    assert.isAbove(once.count, 20)
  })
})
