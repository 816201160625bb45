import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { defineResource } from '#api/define_resource'
import { f } from '#api/fields'
import { ResourceRegistry } from '#api/registry'
import { checkSchema } from '#core/schema_check'
import { fixtureRegistry } from '#tests/fixtures/resources'
import { PluginHost } from '#core/plugin_host'
import { Reader } from '#app/database/reader'

test.group('schema check', () => {
  test('every declared column is in the database', async () => {
    const { resources } = await app.container.make(PluginHost)
    const reader = await app.container.make(Reader)
    await checkSchema([...resources.all(), ...fixtureRegistry().all()], reader)
  })

  test('a missing one is named', async ({ assert }) => {
    const declaration = defineResource({
      path: 'fixture-authors',
      table: 'fixture_authors',
      label: 'Author',
      description: 'Authors.',
      fields: { id: f.id(), shoe_size: f.integer({ help: 'Size.' }) },
    })
    const registry = new ResourceRegistry([{ plugin: 'fixture', declaration }])
    const reader = await app.container.make(Reader)
    await assert.rejects(
      () => checkSchema(registry.all(), reader),
      'E_MISSING_COLUMN: field "shoe_size" of "fixture-authors" needs the column fixture_authors.shoe_size, which the database does not have. Add a migration in database/migrations of its plugin; the start and the tests run it.'
    )
  })
})
