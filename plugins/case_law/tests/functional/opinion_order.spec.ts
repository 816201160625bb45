/** Opinions without a position in their cluster are listed by type, the lead opinion first. */
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { OPINION_TYPES } from '../../resources/codes.js'

const CLUSTER = 990_001
const TYPES = OPINION_TYPES.map(({ value }) => String(value))

test.group('order of opinions', (group) => {
  group.setup(async () => {
    const database = await app.container.make('lucid.db')
    const copied = (table: string, id: number, changes: Record<string, unknown>) =>
      database
        .from(table)
        .where('id', id)
        .firstOrFail()
        .then((row: Record<string, unknown>) =>
          database.table(table).insert({ ...row, ...changes })
        )
    await copied('opinion_clusters', 1026, { id: CLUSTER, slug: 'order-of-opinions' })
    const { id } = await database.from('opinions').where('cluster_id', 1026).firstOrFail()
    for (const [at, type] of TYPES.toReversed().entries())
      await copied('opinions', id, {
        ...{ id: CLUSTER + at, cluster_id: CLUSTER, ordering_key: null, type },
        plain_text: `Text of ${type}.`,
        ...{ html: '', html_with_citations: '', html_lawbox: '', html_columbia: '' },
      })
    return async () => {
      await database.from('opinions').where('cluster_id', CLUSTER).delete()
      await database.from('opinion_clusters').where('id', CLUSTER).delete()
    }
  })

  const idsOf = (urls: string[]) => urls.map((url) => Number(/(\d+)\/$/.exec(url)![1]))

  test('follows the type in the API and on the page', async ({ client, assert }) => {
    const byType = TYPES.map((_, at) => CLUSTER + TYPES.length - 1 - at)
    const { sub_opinions: listed } = (
      await client.get(`/api/rest/v4/clusters/${CLUSTER}/?fields=sub_opinions`)
    ).body()
    assert.deepEqual(idsOf(listed), byType)
    const page = (await client.get(`/opinion/${CLUSTER}/order-of-opinions/`)).text()
    const shown = [...page.matchAll(/Text of (\w+)\./g)].map(([, type]) => type)
    assert.deepEqual([...new Set(shown)], TYPES)
  })

  test('follows the position first, if there is one', async ({ client, assert }) => {
    const database = await app.container.make('lucid.db')
    await database.from('opinions').where('id', CLUSTER).update({ ordering_key: 1 })
    const { sub_opinions: listed } = (
      await client.get(`/api/rest/v4/clusters/${CLUSTER}/?fields=sub_opinions`)
    ).body()
    assert.equal(idsOf(listed)[0], CLUSTER)
  })
})
