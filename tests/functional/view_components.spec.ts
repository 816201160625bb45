/**
 * Rendering a page doesn't read the component folders.
 */
import edge from 'edge.js'
import { test } from '@japa/runner'

test.group('components of templates', () => {
  test('are listed once, including those of plugins', async ({ client, assert }) => {
    const listed = edge.loader.listComponents()
    const names = listed.flatMap(({ components }) => components.map(({ tagName }) => tagName))
    assert.isAbove(listed.length, 1)
    assert.include(names, 'layout')
    const response = await client.get('/docs/')
    response.assertStatus(200)
    assert.strictEqual(edge.loader.listComponents(), listed)
  })
})
