import { join, resolve } from 'node:path'
import { args } from '@adonisjs/core/ace'
import type { CommandOptions } from '@adonisjs/core/types/ace'
import type { Manifest } from '#app/backup/format'
import { BackupProgress } from '#app/backup/backup_progress'
import { OpenDatabase } from '#app/database/connection'
import { Jobs } from '#app/jobs/jobs'
import { InterruptibleCommand } from '#app/support/interruptible_command'
import { countText } from '#app/support/progress_display'

export default class BackupRestore extends InterruptibleCommand {
  static commandName = 'backup:restore'
  static description = 'Restore a backup into an empty data folder, or an empty database'
  static help = [
    'DATA_DIR=/srv/curia-restored {{ binaryName }} backup:restore monday.zip',
    'The next start migrates the tables to its version and builds the search indexes.',
  ]

  static options: CommandOptions = { startApp: true }

  @args.string({ description: 'File created by backup:create' })
  declare file: string

  async run() {
    const progress = new BackupProgress(process.stdout)
    const manifest = await this.runInterruptible(
      (signal) => this.#restore(signal, progress),
      'interrupted; nothing was restored',
      progress
    )
    if (!manifest) return
    const { settings } = await import('#start/env')
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
    this.logger.success(
      `${settings.dataDir}: ${countText(rows)} rows of ${manifest.tables.length} tables, ${countText(manifest.fileList.files)} files of ${manifest.createdAt}`
    )
  }

  async #restore(signal: AbortSignal, reporter: BackupProgress): Promise<Manifest> {
    const { default: env, settings } = await import('#start/env')
    const { restoreBackup } = await import('#app/backup/restore_backup')
    const { formerNames, migrateTo, migrationNames } = await import('#app/boot/migrate')
    const { PluginHost } = await import('#core/plugin_host')
    const { connection } = await this.app.container.make(OpenDatabase)
    const { plugins } = await this.app.container.make(PluginHost)
    return restoreBackup(resolve(this.file), {
      connection,
      dataDir: settings.dataDir,
      appKey: env.get('APP_KEY') ?? null,
      keyFile: join(settings.dataDir, 'app.key'),
      migrations: { known: await migrationNames(this.app), renamed: formerNames(plugins) },
      migrate: (names) => migrateTo(this.app, names),
      prepareJobs: async () => (await this.app.container.make(Jobs)).prepare(),
      signal,
      reporter,
    })
  }
}
