/**
 * The search for parentheticals, which a setting enables.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { test } from '@japa/runner'
import { startWithSample } from '#tests/helpers/made_folder'

/** Cluster of Brown v. Board of Education. */
const BROWN = 1038
const DEADLINE = 300_000

interface Remark {
  id: number
  text: string
  snippet: string
  caseName: string
  absolute_url: string
  describingCaseName: string
  described_cluster_id: number
}

test.group('search for parentheticals', () => {
  test('finds those of the archive, new ones, and no removed ones', async ({ assert, cleanup }) => {
    const { server, client } = await startWithSample(cleanup, { SEARCH_PARENTHETICALS: 'on' })
    const search = async (query: Record<string, string>) => {
      const { results } = await server.json(
        `/api/rest/v4/search/?${new URLSearchParams({ type: 'pa', ...query })}`
      )
      return results as Remark[] | undefined
    }
    const until = async (what: string, holds: () => Promise<boolean>) => {
      for (const deadline = Date.now() + DEADLINE; !(await holds()); await sleep(500))
        if (Date.now() > deadline) throw new Error(`not in time: ${what}`)
    }
    const isFound = async (q: string) => (await search({ q }))?.length === 1

    await until('the index is built', async () => (await search({ q: '' })) !== undefined)
    const { rows } = await client.query<{ count: string }>('SELECT count(*) FROM parentheticals')
    const all = await server.json('/api/rest/v4/search/?type=pa&q=')
    assert.equal(all.count, Number(rows[0]!.count))
    const queries: Record<string, string>[] = [
      { q: 'marriage by reason' },
      { q: '"forbid marriage"' },
      { case_name: 'loving' },
      { q: 'marriage race', court: 'scotus', filed_after: '2015-01-01' },
    ]
    for (const query of queries) {
      const [first] = (await search(query))!
      assert.equal(first!.caseName, 'Loving v. Virginia', JSON.stringify(query))
      assert.equal(first!.describingCaseName, 'Obergefell v. Hodges')
      assert.match(first!.absolute_url, /^\/opinion\/\d+\/loving-v-virginia\/$/)
    }
    assert.deepEqual(await search({ case_name: 'loving', filed_before: '2014-01-01' }), [])

    const insert = await client.query<{ id: string }>(
      `WITH made AS (
         INSERT INTO opinion_clusters (date_filed, slug, case_name, precedential_status, docket_id)
         SELECT '2020-01-02', 'new-v-old', 'New v. Old', 'Published', docket_id FROM opinion_clusters WHERE id = $1
         RETURNING id)
       INSERT INTO opinions (cluster_id, type, plain_text)
       SELECT id, '010combined', 'We follow it. Brown v. Board of Education, 347 U.S. 483, 495 (1954) (holding that separate aquariums are unequal).' FROM made
       RETURNING id`,
      [BROWN]
    )
    await until('a new one is found', () => isFound('aquariums'))
    const [added] = (await search({ q: 'aquariums', highlight: 'on' }))!
    assert.equal(added!.described_cluster_id, BROWN)
    assert.equal(added!.describingCaseName, 'New v. Old')
    assert.include(added!.snippet, '<mark>aquariums</mark>')

    await client.query(
      'UPDATE opinions SET plain_text = replace(plain_text, $2, $3) WHERE id = $1',
      [insert.rows[0]!.id, 'aquariums', 'terrariums']
    )
    await until('the new text is found', () => isFound('terrariums'))
    assert.deepEqual(await search({ q: 'aquariums' }), [])

    await client.query(`UPDATE opinion_clusters SET case_name = 'Newer v. Old' WHERE slug = $1`, [
      'new-v-old',
    ])
    await until('the new name is found', () => isFound('describingCaseName:newer'))
    await client.query('DELETE FROM opinions WHERE id = $1', [insert.rows[0]!.id])
    await until(
      'a removed one is not found',
      async () => (await search({ q: 'terrariums' }))?.length === 0
    )
  })
})
