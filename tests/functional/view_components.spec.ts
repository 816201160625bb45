/**
 * Pages are rendered without a look at the folders of components.
 */
import edge from 'edge.js'
import { test } from '@japa/runner'

test.group('components of templates', () => {
  test('are listed once, those of plugins among them', async ({ client, assert }) => {
    const listed = edge.loader.listComponents()
    const names = listed.flatMap(({ components }) => components.map(({ tagName }) => tagName))
    assert.isAbove(listed.length, 1)
    assert.include(names, 'layout')
    const response = await client.get('/docs/')
    response.assertStatus(200)
    assert.strictEqual(edge.loader.listComponents(), listed)
  })
})
