import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { args, flags } from '@adonisjs/core/ace'
import type { CommandOptions } from '@adonisjs/core/types/ace'
import type { Manifest } from '#app/backup/format'
import { BackupProgress } from '#app/backup/backup_progress'
import { OpenDatabase } from '#app/database/connection'
import { CommandRefusal } from '#app/support/interrupted'
import { InterruptibleCommand } from '#app/support/interruptible_command'
import { countText } from '#app/support/progress_display'

export default class BackupCreate extends InterruptibleCommand {
  static commandName = 'backup:create'
  static description = 'Back up the database, the stored files, and the key'
  static help = [
    'The server can keep running. The file contains all data, including secrets: protect it like the data folder.',
    '{{ binaryName }} backup:create /mnt/backups/monday.zip',
  ]

  static options: CommandOptions = { startApp: true }

  @args.string({
    description: 'Output file; by default in the backups folder of the data folder',
    required: false,
  })
  declare file?: string

  @flags.boolean({ description: 'Omit the key (APP_KEY), which is required to restore the backup' })
  declare withoutKey: boolean

  async run() {
    const progress = new BackupProgress(process.stdout)
    const { settings } = await import('#start/env')
    const file = this.file
      ? resolve(this.file)
      : join(settings.dataDir, 'backups', `curia-${stamp()}.zip`)
    const manifest = await this.runInterruptible(
      (signal) => this.#create(file, signal, progress),
      'interrupted; nothing was written',
      progress
    )
    if (!manifest) return
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
    this.logger.success(
      `${file}: ${countText(rows)} rows of ${manifest.tables.length} tables, ${countText(manifest.fileList.files)} files`
    )
  }

  async #create(file: string, signal: AbortSignal, reporter: BackupProgress): Promise<Manifest> {
    if (existsSync(file)) throw new CommandRefusal(`${file} already exists`)
    const { settings } = await import('#start/env')
    const { createBackup } = await import('#app/backup/create_backup')
    const { PluginHost } = await import('#core/plugin_host')
    const { productVersion } = await import('#app/support/product_version')
    const { connection } = await this.app.container.make(OpenDatabase)
    const { plugins } = await this.app.container.make(PluginHost)
    return createBackup(file, {
      connection,
      dataDir: settings.dataDir,
      appKey: settings.appKey,
      withKey: !this.withoutKey,
      version: productVersion(),
      scratchTables: plugins.flatMap(({ scratchTables = [] }) => scratchTables),
      signal,
      reporter,
    })
  }
}

/** `20271231T235959Z` */
function stamp(): string {
  return new Date().toISOString().replaceAll(/[-:]|\.\d+/g, '')
}
