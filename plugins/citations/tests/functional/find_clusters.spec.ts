/**
 * Clusters by citation in the sample archive.
 */
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { findClusters } from '../../lookup/find_clusters.js'

const BROWN = 1038
const MARBURY = 1001

test.group('clusters by citations', () => {
  test('are indexed by citation', async ({ assert }) => {
    const database = await app.container.make('lucid.db')
    const found = await findClusters(database, [
      { volume: '347', reporters: ['U.S.'], page: '483' },
      { volume: '999', reporters: ['U.S.'], page: '1' },
      { volume: '1', reporters: ['Cranch'], page: '137' },
      { volume: '5', reporters: ['F.', 'U.S.'], page: '137' },
    ])
    assert.deepEqual(found, [[BROWN], [], [MARBURY], [MARBURY]])
  })

  test('treats quotes and SQL syntax in citations as text', async ({ assert }) => {
    const database = await app.container.make('lucid.db')
    const sought = { volume: `1' OR '1'='1`, reporters: [`"; --`], page: `\\u0000`.slice(0, 2) }
    assert.deepEqual(await findClusters(database, [sought]), [[]])
  })
})
