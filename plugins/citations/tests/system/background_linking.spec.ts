/**
 * A server links new opinions and updates its search index.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { test } from '@japa/runner'
import { startWithSample } from '#tests/helpers/made_folder'

/** Cluster and opinion of Brown v. Board of Education. */
const BROWN = { cluster: 1038, opinion: 2067 }
const DEADLINE = 300_000

test.group('linking in the background', () => {
  test('links a new opinion; searches find its edges and counts', async ({ assert, cleanup }) => {
    const { server, client } = await startWithSample(cleanup)
    const searched = async (q: string) => {
      const { results } = await server.json(`/api/rest/v4/search/?q=${encodeURIComponent(q)}`)
      return (results ?? []) as { cluster_id: number; citeCount: number }[]
    }
    const until = async (what: string, holds: () => Promise<boolean>) => {
      for (const deadline = Date.now() + DEADLINE; !(await holds()); await sleep(200))
        if (Date.now() > deadline) throw new Error(`not in time: ${what}`)
    }
    const [before] = await searched('347 U.S. 483')
    assert.equal(before?.cluster_id, BROWN.cluster)

    const { rows } = await client.query<{ id: string }>(
      `WITH made AS (
         INSERT INTO opinion_clusters (date_filed, slug, case_name, precedential_status, docket_id)
         SELECT '2020-01-02', 'new-v-old', 'New v. Old', 'Published', docket_id FROM opinion_clusters WHERE id = $1
         RETURNING id)
       INSERT INTO opinions (cluster_id, type, plain_text)
       SELECT id, '010combined', 'We follow Brown v. Board of Education, 347 U.S. 483, 495 (1954).' FROM made
       RETURNING cluster_id AS id`,
      [BROWN.cluster]
    )
    const cluster = Number(rows[0]!.id)
    await until('the opinion is linked', async () => {
      const { rows: texts } = await client.query<{ html: string }>(
        'SELECT html_with_citations AS html FROM opinions WHERE cluster_id = $1',
        [cluster]
      )
      return texts[0]!.html.includes(`href="/opinion/${BROWN.cluster}/`)
    })
    await until('search finds the edge', async () =>
      (await searched(`cites:(${BROWN.opinion})`)).some(({ cluster_id: id }) => id === cluster)
    )
    await until('search has the count', async () => {
      const [after] = await searched('347 U.S. 483')
      return after?.citeCount === before!.citeCount + 1
    })
  })
})
