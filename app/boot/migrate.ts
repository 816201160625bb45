/**
 * Runs pending migrations.
 */
import type { ApplicationService } from '@adonisjs/core/types'
import type { Database } from '@adonisjs/lucid/database'
import { MigrationRunner } from '@adonisjs/lucid/migration'
import type pg from 'pg'
import { openLockSession } from '#app/database/advisory_lock'
import { OpenDatabase } from '#app/database/connection'
import { DROP_CARRIED } from '#app/database/table_rules'
import { refuseUnfinished } from '#app/database/unfinished_restore'
import { PluginHost } from '#core/plugin_host'
import { ADVISORY_LOCKS } from '#app/support/advisory_locks'
import { beginStartStep } from '#app/support/progress_display'
import { StartupError } from '#app/support/startup_error'

/** Lucid's default tables of applied migrations. */
export const SCHEMA_TABLES = {
  migrations: 'adonis_schema',
  versions: 'adonis_schema_versions',
}

interface Migration {
  name: string
}

/** Lucid's source of migrations, which its types don't include. */
interface Source {
  getMigrations: () => Promise<Migration[]>
}

/**
 * Runs pending migrations in a command, while no other process prepares the database. Each
 * migration runs in its own transaction, so an interrupted one leaves nothing and runs again.
 *
 * @throws StartupError with the name of the failed migration
 */
export async function migrate(app: ApplicationService): Promise<void> {
  await whilePreparing(app, () => migrateAlone(app))
}

/**
 * Runs work while no other process prepares the database.
 *
 * @param work receives the connection that holds the lock
 */
export async function whilePreparing<T>(
  app: ApplicationService,
  work: (client: pg.Client) => Promise<T>
): Promise<T> {
  const { connection } = await app.container.make(OpenDatabase)
  const client = await openLockSession(connection, 'curia preparing')
  try {
    await client.query('SELECT pg_advisory_lock($1)', [ADVISORY_LOCKS.prepareArchive])
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Runs pending migrations; the caller is the only process that prepares the database. */
export async function migrateAlone(app: ApplicationService): Promise<void> {
  const database = await app.container.make('lucid.db')
  const { plugins } = await app.container.make(PluginHost)
  await refuseUnfinished(database)
  await renameMoved(database, formerNames(plugins))
  const isCarried = await dropCarriedTriggers(app, database)
  const restore = async () => {
    for (const { triggers = [] } of isCarried ? plugins : [])
      for (const load of triggers) await (await load()).default(app)
  }
  try {
    await run(makeRunner(app, database))
  } catch (error) {
    // Other processes still run.
    await restore().catch(() => {})
    throw error
  }
  await restore()
}

/**
 * Drops carried triggers before a migration, because their statements may name columns that it
 * changes.
 *
 * @returns whether plugins must create them again
 */
async function dropCarriedTriggers(app: ApplicationService, database: Database): Promise<boolean> {
  const { rows } = await database.rawQuery<{ rows: { statement: string }[] }>(DROP_CARRIED)
  if (!rows.length || !(await hasPending(app, database))) return false
  for (const { statement } of rows) await database.rawQuery(statement)
  return true
}

async function hasPending(app: ApplicationService, database: Database): Promise<boolean> {
  const { migrations } = SCHEMA_TABLES
  const applied = await database.from(migrations).select('name')
  const names = new Set(applied.map(({ name }) => name as string))
  return [...(await migrationNames(app))].some((name) => !names.has(name))
}

/**
 * Creates the tables of an earlier version.
 *
 * @param names of its migrations
 * @throws StartupError with the name of the failed migration
 */
export async function migrateTo(
  app: ApplicationService,
  names: ReadonlySet<string>,
  connectionName?: string
): Promise<void> {
  const runner = makeRunner(app, await app.container.make('lucid.db'), connectionName)
  const source = sourceOf(runner)
  const all = await source.getMigrations()
  source.getMigrations = async () => all.filter(({ name }) => names.has(name))
  await run(runner)
}

/** Names of all migrations of this version. */
export async function migrationNames(app: ApplicationService): Promise<Set<string>> {
  const runner = makeRunner(app, await app.container.make('lucid.db'))
  return new Set((await sourceOf(runner).getMigrations()).map(({ name }) => name))
}

/** Current names of moved migrations, by former name. */
export function formerNames(
  plugins: readonly { name: string; movedMigrations?: Record<string, string> }[]
): Map<string, string> {
  return new Map(
    plugins.flatMap(({ name: plugin, movedMigrations = {} }) =>
      Object.entries(movedMigrations).map(([file, former]): [string, string] => [
        former,
        `plugins/${plugin}/database/migrations/${file}`,
      ])
    )
  )
}

function makeRunner(
  app: ApplicationService,
  database: Database,
  connectionName?: string
): MigrationRunner {
  return new MigrationRunner(database, app, { direction: 'up', disableLocks: true, connectionName })
}

function sourceOf(runner: MigrationRunner): Source {
  return (runner as unknown as { migrationSource: Source }).migrationSource
}

async function run(runner: MigrationRunner): Promise<void> {
  let ended = () => {}
  runner.once('migration:start', () => (ended = beginStartStep('migrating the database')))
  await runner.run()
  ended()
  if (!runner.error) return

  const failed = Object.values(runner.migratedFiles).find(({ status }) => status === 'error')
  throw new StartupError(`migration ${failed?.file.name ?? ''} failed: ${runner.error.message}`)
}

/** Renames applied migrations whose files have moved. */
async function renameMoved(database: Database, renamed: Map<string, string>): Promise<void> {
  const { migrations } = SCHEMA_TABLES
  if (!(await database.connection().schema.hasTable(migrations))) return
  for (const [former, name] of renamed)
    await database.from(migrations).where('name', former).update({ name })
}
