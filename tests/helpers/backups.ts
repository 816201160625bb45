/**
 * Backups of scratch databases, inside the test process.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ApplicationService } from '@adonisjs/core/types'
import { createBackup, type BackupOptions } from '#app/backup/create_backup'
import type { Manifest } from '#app/backup/format'
import { restoreBackup, type RestoreOptions } from '#app/backup/restore_backup'
import { formerNames, migrateTo, migrationNames } from '#app/boot/migrate'
import { JobRegistry } from '#app/jobs/job_registry'
import { Jobs } from '#app/jobs/jobs'
import { PluginHost } from '#core/plugin_host'
import type { ScratchDatabase } from './scratch_database.js'

/** A key in the format of the settings, for tests only. */
export const KEY = 'a key of tests, of forty characters at all'

export const SILENT = { started: () => {}, progress: () => {} }

/** A data folder with files. `cleanup` removes it. */
export function makeDataFolder(files: Record<string, string> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'curia-backup-'))
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(join(folder, path, '..'), { recursive: true })
    writeFileSync(join(folder, path), content)
  }
  return { folder, cleanup: () => rmSync(folder, { recursive: true, force: true }) }
}

/** Creates the queues of a scratch database. */
export async function prepareJobs(
  app: ApplicationService,
  { connection, lucid }: ScratchDatabase
): Promise<Jobs> {
  const jobs = new Jobs({
    app,
    connection,
    database: { connection: () => lucid } as never,
    registry: await app.container.make(JobRegistry),
    timeZone: 'UTC',
    logger: await app.container.make('logger'),
  })
  await jobs.prepare()
  return jobs
}

/** Writes a backup of a scratch database. */
export function backUp(
  { connection }: ScratchDatabase,
  dataDir: string,
  file: string,
  changed: Partial<BackupOptions> = {}
): Promise<Manifest> {
  return createBackup(file, {
    connection,
    dataDir,
    appKey: KEY,
    withKey: true,
    version: '0.1.0',
    scratchTables: [],
    signal: new AbortController().signal,
    reporter: SILENT,
    ...changed,
  })
}

/** Restores a backup into a scratch database. */
export async function restore(
  app: ApplicationService,
  file: string,
  database: ScratchDatabase,
  dataDir: string,
  changed: Partial<RestoreOptions> = {}
): Promise<Manifest> {
  const { plugins } = await app.container.make(PluginHost)
  return restoreBackup(file, {
    connection: database.connection,
    dataDir,
    appKey: null,
    keyFile: join(dataDir, 'app.key'),
    migrations: { known: await migrationNames(app), renamed: formerNames(plugins) },
    migrate: (names) => migrateTo(app, names, database.name),
    prepareJobs: async () => (await prepareJobs(app, database)).stop(),
    signal: new AbortController().signal,
    reporter: SILENT,
    ...changed,
  })
}
