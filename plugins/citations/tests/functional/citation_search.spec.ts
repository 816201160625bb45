/** Searches for a citation find the case for all spellings. */
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { searchReady } from '#tests/helpers/search_indexes'
import { takesMinutes } from '#tests/helpers/long_tests'
import { citationTables } from '../../citation_tables.js'
import { ReporterNames } from '../../lookup/known_reporters.js'

interface Cited {
  cluster: number
  volume: string
  reporter: string
  page: string
}

test.group('search for a citation', (group) => {
  takesMinutes(group)
  group.setup(searchReady)

  test('ranks the case first for all spellings of its reporters', async ({ client, assert }) => {
    const spellings = spellingsByReporter()
    const asked = (await citations())
      .filter((_, place) => place % 12 === 0)
      .flatMap((cited) =>
        (spellings.get(cited.reporter) ?? [cited.reporter]).map((reporter) => ({
          ...cited,
          q: `${cited.volume} ${reporter} ${cited.page}`,
        }))
      )
    let sum = 0
    const missed: string[] = []
    for (const { q, cluster } of asked) {
      const response = await client.get('/api/rest/v4/search/').qs({ q })
      const found = (response.body() as { results: { cluster_id: number }[] }).results
      const rank = found.findIndex(({ cluster_id: id }) => id === cluster) + 1
      sum += rank ? 1 / rank : 0
      if (rank !== 1) missed.push(`${q}: ${rank || 'not found'}`)
    }
    console.log(`${(sum / asked.length).toFixed(3)} citations in ${asked.length} spellings`)
    assert.isAbove(asked.length, 200)
    assert.isAtLeast(sum / asked.length, 0.95, missed.slice(0, 40).join('\n'))
  })

  test('the filter citation={$self} finds the case only')
    .with([
      '347 U.S. 483',
      '347 us 483',
      '347 U. S. 483, 495',
      '347 U.S. 483, 495 n.11 (1954)',
      '347 U.S. 483, 495 (1954)',
      '74 SCt 686',
      '74 Sup. Ct. 686',
      '74 sup ct 686',
      '74 S.Ct. 686',
      '98 Law. Ed. 873',
      'Brown v. Board of Education, 347 U.S. 483 (1954)',
    ])
    .run(async ({ client, assert }, citation) => {
      const response = await client.get('/api/rest/v4/search/').qs({ citation })
      const { results } = response.body() as { results: { cluster_id: number }[] }
      assert.deepEqual(
        results.map(({ cluster_id: id }) => id),
        [1038]
      )
    })

  test('ranks the case first for "{$self}"')
    .with([
      '347 us 483',
      '347 u.s. 483',
      '347 U. S. 483',
      '74 Sup. Ct. 686',
      '74 sup ct 686',
      '98 Law. Ed. 873',
      'citation:(347 U.S. 483)',
      'citation:(347 us 483)',
      '347 U.S. 483, 495',
      '347 U.S. at 495',
      'Brown v. Board of Education, 74 Sup. Ct. 686 (1954)',
    ])
    .run(async ({ client, assert }, q) => {
      const response = await client.get('/api/rest/v4/search/').qs({ q })
      const [first] = (response.body() as { results: { cluster_id: number }[] }).results
      assert.equal(first?.cluster_id, 1038)
    })

  test('finds a decision by a page within it if its text has the star page: {q}')
    .with([
      { q: '901 F.4th 208', first: 1122 },
      { q: ' 901 F. 4th, at *208 ', first: 1122 },
      { q: '901 F.4th 290', first: undefined },
    ])
    .run(async ({ client, assert }, { q, first }) => {
      for (const version of ['v3', 'v4']) {
        const response = await client.get(`/api/rest/${version}/search/`).qs({ q })
        const [found] = (response.body() as { results: { cluster_id: number }[] }).results
        assert.equal(found?.cluster_id, first, version)
      }
    })

  test('does not change quoted spellings', async ({ client, assert }) => {
    const response = await client.get('/api/rest/v4/search/').qs({ q: '"74 Sup. Ct. 686"' })
    assert.equal((response.body() as { count: number }).count, 0)
  })
})

/** Returns all unambiguous spellings; `S.C.` means South Carolina rather than the Supreme Court. */
function spellingsByReporter(): Map<string, string[]> {
  const tables = citationTables()
  const names = new ReporterNames(tables)
  return new Map(
    tables.publications
      .filter(({ kind }) => kind === 'case')
      .map(({ name, spellings }) => [
        name,
        [name, name.toLowerCase(), name.replaceAll('.', ''), ...spellings].filter((spelling) => {
          const [only, ...others] = names.find(spelling)
          return only === name && !others.length
        }),
      ])
  )
}

/** Returns citations of the sample archive that belong to one decision. */
async function citations(): Promise<Cited[]> {
  const database = await app.container.make('lucid.db')
  const { rows } = await database.rawQuery<{ rows: Cited[] }>(
    `SELECT min(cluster_id)::int AS cluster, volume, reporter, page FROM citations
     WHERE cluster_id BETWEEN 1001 AND 1110
     GROUP BY volume, reporter, page HAVING count(*) = 1 ORDER BY 1, 3`
  )
  return rows
}
