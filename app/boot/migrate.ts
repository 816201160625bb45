/**
 * Runs the migrations that have not run yet.
 */
import type { ApplicationService } from '@adonisjs/core/types'
import type { Database } from '@adonisjs/lucid/database'
import { MigrationRunner } from '@adonisjs/lucid/migration'
import { PluginHost } from '#core/plugin_host'
import { StartupError } from '#app/support/startup_error'

/** Where Lucid records what has run, unless configured. */
const SCHEMA_TABLE = 'adonis_schema'

/**
 * Each migration is a transaction of its own, so one that is cut off leaves
 * nothing and runs again.
 *
 * @throws StartupError naming the migration that failed
 */
export async function migrate(app: ApplicationService): Promise<void> {
  const database = await app.container.make('lucid.db')
  const runner = new MigrationRunner(database, app, { direction: 'up', disableLocks: true })
  const { plugins } = await app.container.make(PluginHost)
  await renameMoved(database, plugins)
  await runner.run()
  if (!runner.error) return

  const failed = Object.values(runner.migratedFiles).find(({ status }) => status === 'error')
  throw new StartupError(`migration ${failed?.file.name ?? ''} failed: ${runner.error.message}`)
}

/** Records migrations that have run under the names of the files they are in now. */
async function renameMoved(
  database: Database,
  plugins: readonly { name: string; movedMigrations?: Record<string, string> }[]
): Promise<void> {
  if (!(await database.connection().schema.hasTable(SCHEMA_TABLE))) return
  for (const { name: plugin, movedMigrations = {} } of plugins) {
    for (const [file, former] of Object.entries(movedMigrations)) {
      const name = `plugins/${plugin}/database/migrations/${file}`
      await database.from(SCHEMA_TABLE).where('name', former).update({ name })
    }
  }
}
