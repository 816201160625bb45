import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { defineResource } from '#api/define_resource'
import { f } from '#api/fields'
import { ResourceRegistry } from '#api/registry'
import { checkSchema, migrationFiles, missingMigration } from '#core/schema_check'
import { fixtureRegistry } from '#tests/fixtures/resources'
import { PluginHost } from '#core/plugin_host'
import { Reader } from '#app/database/reader'

test.group('schema check', () => {
  test('every declared column is in the database', async () => {
    const { resources } = await app.container.make(PluginHost)
    const reader = await app.container.make(Reader)
    await checkSchema([...resources.all(), ...fixtureRegistry().all()], reader)
  })

  test('a missing column is named', async ({ assert }) => {
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
      'E_MISSING_COLUMN: field "shoe_size" of "fixture-authors" needs the column fixture_authors.shoe_size, which doesn\'t exist in the database. Create plugins/fixture/database/migrations/1_shoe_size.ts with "ALTER TABLE fixture_authors ADD shoe_size …". It runs at the next start ("npm start", "npm run dev"), and before tests.'
    )
  })

  test('the message names the migration to write', ({ assert }) => {
    const files = new Map([
      ['plugins/a/database/migrations/1_books.ts', 'CREATE TABLE books (id bigint, title text)'],
      ['plugins/a/database/migrations/10_pages.ts', 'ALTER TABLE books ADD pages integer'],
    ])
    const missing = (table: string, column?: string) =>
      missingMigration({ plugin: 'b', table, column }, files)
    assert.include(
      missing('books', 'price'),
      'Create plugins/a/database/migrations/11_price.ts with "ALTER TABLE books ADD price …".'
    )
    assert.match(
      missing('books', 'title'),
      /^plugins\/a\/database\/migrations\/1_books.ts contains it, but has already run/
    )
    assert.include(
      missing('shelves'),
      'Create plugins/b/database/migrations/1_shelves.ts with "CREATE TABLE shelves (…)".'
    )
    assert.include(missing('books'), '1_books.ts contains it, but has already run')
    assert.include(
      [...migrationFiles().keys()].join(),
      'plugins/tags/database/migrations/1_tags.ts'
    )
  })
})
