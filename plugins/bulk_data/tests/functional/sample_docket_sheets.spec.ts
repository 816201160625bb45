import app from '@adonisjs/core/services/app'
import type { ApplicationService } from '@adonisjs/core/types'
import { test } from '@japa/runner'
import { OpenDatabase } from '#app/database/connection'
import { Reader } from '#app/database/reader'
import { makeScratchDatabase } from '#tests/helpers/scratch_database'
import { takesMinutes } from '#tests/helpers/long_tests'
import { importFiles } from '#plugins/bulk_data/import/importer'
import { sampleFiles } from '#plugins/bulk_data/import/sample'
import prepare from '#plugins/federal_records/prepare'
import { PluginHost } from '#core/plugin_host'

test.group('sample docket sheets', (group) => {
  takesMinutes(group)
  test('are imported once with the sample’s dockets and removed with them', async ({
    assert,
    cleanup,
  }) => {
    const scratch = await makeScratchDatabase(app)
    const reader = new Reader(scratch.connection, { connections: 2, statementTimeout: 10_000 })
    cleanup(async () => {
      await reader.close()
      await scratch.drop()
    })
    const bindings = new Map<unknown, unknown>([
      [Reader, reader],
      [OpenDatabase, { connection: scratch.connection }],
    ])
    const host = {
      container: { make: async (token: unknown) => bindings.get(token) },
    } as unknown as ApplicationService
    const count = async (table: string) =>
      (await scratch.client.query(`SELECT count(*)::int AS n FROM ${table}`)).rows[0].n as number

    await prepare(host)
    assert.equal(await count('docket_entries'), 0)

    const { bulkTables } = await app.container.make(PluginHost)
    const tables = bulkTables.map(({ declaration }) => declaration)
    const sample = [...(await sampleFiles(tables)).values()]
    await importFiles(sample, { connection: scratch.connection, tables, sample: true })
    await prepare(host)
    const entries = await count('docket_entries')
    assert.isAbove(entries, 100)
    await prepare(host)
    assert.equal(await count('docket_entries'), entries)

    await scratch.client.query(
      'DELETE FROM dockets WHERE id IN (SELECT docket_id FROM docket_entries)'
    )
    assert.isAbove(await count('parties'), 0)
    await prepare(host)
    for (const table of ['docket_entries', 'parties', 'attorneys', 'attorney_organizations'])
      assert.equal(await count(table), 0, table)
  })
})
