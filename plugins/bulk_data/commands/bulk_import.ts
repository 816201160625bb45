import { args, flags } from '@adonisjs/core/ace'
import type { CommandOptions } from '@adonisjs/core/types/ace'
import { OpenDatabase } from '#app/database/connection'
import { CommandRefusal } from '#app/support/interrupted'
import { InterruptibleCommand } from '#app/support/interruptible_command'
import { findExport, importExport } from '../import/import_export.js'
import { importFiles, type FileResult } from '../import/importer.js'
import { ImportProgress } from '../import/progress.js'

export default class BulkImport extends InterruptibleCommand {
  static commandName = 'bulk:import'
  static description =
    'Import public bulk data files (.csv, .csv.bz2, or .csv.zst), in any order, or an export'
  static help = [
    'After an interruption, run the same command again to resume.',
    'Importing the same files again changes nothing. Newer files update the archive.',
    'The folder of an export (bulk:export) is imported with the rows that its server created.',
  ]

  static options: CommandOptions = { startApp: true }

  @args.spread({
    description:
      'Files named <stem>-<YYYY-MM-DD>.csv, .csv.bz2, or .csv.zst, or the folder of an export',
  })
  declare files: string[]

  @flags.boolean({ description: 'Delete rows that are missing from a newer file' })
  declare prune: boolean

  @flags.boolean({ description: 'Accept files older than the last imported ones' })
  declare allowOlder: boolean

  @flags.boolean({
    description: 'Continue the exported archive: accept the IDs of rows that its server created',
  })
  declare adopt: boolean

  @flags.boolean({ description: 'Apply an export with changes since an earlier export' })
  declare increment: boolean

  @flags.boolean({ description: 'Store versions of changed records (HISTORY_DAYS)' })
  declare history: boolean

  async run() {
    const progress = new ImportProgress(process.stdout)
    const results = await this.runInterruptible(
      (signal) => this.#import(progress, signal),
      'interrupted; run the same command again to resume',
      progress
    )
    if (!results) return
    this.#summarise(results)
    if (results.some(({ refused }) => refused > 0)) this.exitCode = 2
  }

  async #import(reporter: ImportProgress, signal: AbortSignal): Promise<FileResult[]> {
    const { migrate } = await import('#app/boot/migrate')
    await migrate(this.app)
    const { connection } = await this.app.container.make(OpenDatabase)
    const { PluginHost } = await import('#core/plugin_host')
    const { bulkTables } = await this.app.container.make(PluginHost)
    const options = {
      connection,
      tables: bulkTables.map(({ declaration }) => declaration),
      prune: this.prune,
      allowOlder: this.allowOlder,
      history: this.history,
      signal,
      reporter,
    }
    if (this.prune && this.increment)
      throw new CommandRefusal('--prune cannot be combined with --increment')
    const folder = await findExport(this.files)
    if (folder !== undefined)
      return importExport(folder, { ...options, adopt: this.adopt, increment: this.increment })
    if (this.adopt || this.increment)
      throw new CommandRefusal(
        `--${this.adopt ? 'adopt' : 'increment'} requires the folder of an export`
      )
    return importFiles(this.files, options)
  }

  #summarise(results: FileResult[]): void {
    const table = this.ui.table()
    table.head(['File', 'Rows read', 'New', 'Changed', 'Removed', 'Rejected', 'Seconds', 'Rows/s'])
    for (const { file, rowsRead, added, changed, removed, refused, seconds } of results) {
      const numbers = [rowsRead, added, changed, removed, refused].map((number) =>
        number.toLocaleString('en')
      )
      table.row([
        file,
        ...numbers,
        seconds.toFixed(1),
        Math.round(rowsRead / Math.max(seconds, 0.001)).toLocaleString('en'),
      ])
    }
    table.render()

    for (const { file, dangling, mended, refused, examples, warnings } of results) {
      if (dangling)
        this.logger.info(
          `${file}: ${dangling} unresolved keys set to null until a file contains their rows`
        )
      if (mended) this.logger.info(`${file}: resolved ${mended} keys of earlier files`)
      for (const warning of warnings) this.logger.warning(`${file}: ${warning}`)
      for (const { line, column, reason } of examples) {
        this.logger.warning(`${file}, line ${line}${column ? `, column ${column}` : ''}: ${reason}`)
      }
      if (refused > examples.length) {
        this.logger.warning(
          `${file}: ${refused - examples.length} more rejected rows; see the table bulk_refusals`
        )
      }
    }
  }
}
