/**
 * Runs the migrations that have not run yet.
 */
import type { ApplicationService } from '@adonisjs/core/types'
import { MigrationRunner } from '@adonisjs/lucid/migration'
import { StartupError } from '#app/support/startup_error'

/**
 * Each migration is a transaction of its own, so one that is cut off leaves
 * nothing behind and runs again.
 *
 * @throws StartupError naming the migration that failed
 */
export async function migrate(app: ApplicationService): Promise<void> {
  const database = await app.container.make('lucid.db')
  const runner = new MigrationRunner(database, app, { direction: 'up', disableLocks: true })
  await runner.run()
  if (!runner.error) return

  const failed = Object.values(runner.migratedFiles).find(({ status }) => status === 'error')
  throw new StartupError(`migration ${failed?.file.name ?? ''} failed: ${runner.error.message}`)
}
