/**
 * Upgrades: a backup of each released version is restored and migrated to this version. Each
 * release adds a backup to the folder.
 */
import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { migrateTo, migrationNames } from '#app/boot/migrate'
import { EARLIER_FIRST_KEY, readFirstLocalKey, readKeyUse } from '#app/database/local_keys'
import { PluginHost } from '#core/plugin_host'
import { KEY, makeDataFolder, restore } from '#tests/helpers/backups'
import { makeEmptyDatabase, makeScratchDatabase } from '#tests/helpers/scratch_database'
import { takesMinutes } from '#tests/helpers/long_tests'

const FOLDER = new URL('../fixtures/backups/', import.meta.url)

const SHAPE = `SELECT table_name, column_name, data_type, is_nullable FROM information_schema.columns
  WHERE table_schema = 'public' ORDER BY table_name, column_name`

test.group('upgrade', (group) => {
  takesMinutes(group)
  for (const name of readdirSync(FOLDER)) {
    test(`the data of ${name} is migrated to this version`, async ({ assert, cleanup }) => {
      const { folder, cleanup: remove } = makeDataFolder()
      const database = await makeEmptyDatabase(app)
      const fresh = await makeScratchDatabase(app)
      cleanup(async () => {
        await database.drop()
        await fresh.drop()
        remove()
      })
      const file = fileURLToPath(new URL(name, FOLDER))
      const { version, migrations } = await restore(app, file, database, folder, { appKey: KEY })
      assert.equal(`${version}.zip`, name)
      assert.isAbove(migrations.length, 50)
      await migrateTo(app, await migrationNames(app), database.name)

      const { rows } = await database.client.query('SELECT username FROM accounts')
      assert.deepEqual(rows, [{ username: 'released' }])
      const shape = async ({ client }: typeof fresh) => (await client.query(SHAPE)).rows
      assert.deepEqual(await shape(database), await shape(fresh))

      const query = (sql: string) => database.client.query(sql)
      assert.equal(await readFirstLocalKey(query), EARLIER_FIRST_KEY)
      const { recordTables } = await app.container.make(PluginHost)
      const uses = await readKeyUse(query, recordTables)
      assert.isAbove(uses.length, 40)
      for (const { table, local } of uses) assert.isAtLeast(local, EARLIER_FIRST_KEY - 1, table)
    })
  }
})
