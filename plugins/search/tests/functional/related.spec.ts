import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { searchReady } from '#tests/helpers/search_indexes'
import { searched } from '../search_helpers.js'

/** IDs of the opinions and the cluster of a sample case. */
async function opinionsOf(caseName: string): Promise<{ cluster: number; opinions: number[] }> {
  const db = await app.container.make('lucid.db')
  const { rows } = await db.rawQuery<{ rows: { cluster: string; opinion: string }[] }>(
    `SELECT c.id AS cluster, o.id AS opinion FROM opinion_clusters c
     JOIN opinions o ON o.cluster_id = c.id WHERE c.case_name = ? ORDER BY o.id`,
    [caseName]
  )
  return {
    cluster: Number(rows[0]!.cluster),
    opinions: rows.map(({ opinion }) => Number(opinion)),
  }
}

test.group('search: related:', (group) => {
  group.setup(searchReady)

  test('{0} finds {1} but not itself')
    .with([
      ['Wickard v. Filburn', 'Gonzales v. Raich'],
      ['Katz v. United States', 'Kyllo v. United States'],
      ['Tinker v. Des Moines Independent Community School District', 'New Jersey v. T. L. O.'],
    ])
    .run(async ({ client, assert }, [name, akin]) => {
      const { cluster, opinions } = await opinionsOf(name)
      // Texts of landmark cases are summaries; long opinions of other courts match many words by chance.
      const { results, count } = await searched(client, {
        q: `related:${opinions.join(',')}`,
        court: 'scotus',
      })
      assert.include(
        results.slice(0, 3).map(({ caseName }) => caseName),
        akin
      )
      assert.isAbove(count, 5)
      assert.notInclude(
        results.map((result) => result.cluster_id),
        cluster
      )
    })

  test('combines with other words and parameters on v4 and v3', async ({ client, assert }) => {
    const { opinions } = await opinionsOf('Katz v. United States')
    const all = await searched(client, { q: `related:${opinions[0]}` })
    const some = await searched(client, { q: `related:${opinions[0]} thermal` })
    assert.isAbove(all.count, some.count)
    assert.equal(some.results[0]!.caseName, 'Kyllo v. United States')
    const late = await searched(client, { q: `related:${opinions[0]}`, filed_after: '2010' })
    assert.isAbove(all.count, late.count)
    assert.isTrue(late.results.every(({ dateFiled }) => String(dateFiled) >= '2010'))
    const flat = await searched(client, { q: `related:${opinions[0]}` }, 'v3')
    assert.equal(flat.count, all.count)
  })

  test('continues on the next page', async ({ client, assert }) => {
    const { opinions } = await opinionsOf('Katz v. United States')
    const q = `related:${opinions[0]}`
    const first = await searched(client, { q })
    const cursor = new URL(first.next!).searchParams.get('cursor')!
    const second = await searched(client, { q, cursor })
    assert.isNotEmpty(second.results)
    const keys = [...first.results, ...second.results].map((result) => result.cluster_id)
    assert.equal(new Set(keys).size, keys.length)
  })

  test('finds nothing for unknown IDs', async ({ client, assert }) => {
    assert.equal((await searched(client, { q: 'related:999999999' })).count, 0)
  })

  test('{q} with {type} returns an error')
    .with([
      { q: 'related:miranda', type: 'o' },
      { q: 'related:1 OR court', type: 'o' },
      { q: 'related:1', type: 'r' },
      { q: 'law', type: 'o', judge: 'related:1' },
    ])
    .run(async ({ client }, parameters) => {
      const response = await client.get('/api/rest/v4/search/').qs(parameters)
      response.assertStatus(400)
    })
})
