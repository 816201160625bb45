import { resolve } from 'node:path'
import { BaseCommand, flags } from '@adonisjs/core/ace'
import type { CommandOptions } from '@adonisjs/core/types/ace'
import { PluginHost } from '#core/plugin_host'
import { loadPlugins } from '#core/plugin_loader'
import { writeArchive, type WrittenFile } from '../generate/archive.js'
import { ArchiveProgress } from '../generate/progress.js'
import { BulkError } from '../import/bulk_error.js'
import { Interrupted } from '../import/interrupted.js'

export default class BulkGenerate extends BaseCommand {
  static commandName = 'bulk:generate'
  static description = 'Write a synthetic archive as bulk-data files, for benchmarks and load tests'
  static help = [
    'The same seed and number of dockets give the same files, byte for byte.',
    'Needs no database; load the files with "bulk:import".',
  ]

  static options: CommandOptions = { startApp: false }

  @flags.number({ description: 'Dockets to write, at least 100', required: true })
  declare dockets: number

  @flags.number({ description: 'Seed of the random numbers', default: 1 })
  declare seed: number

  @flags.string({ description: 'Folder for the files', default: 'tmp/bulk-archive' })
  declare out: string

  @flags.boolean({ description: 'Write .csv.bz2; needs the program bzip2' })
  declare compress: boolean

  @flags.string({ description: 'Day in the names of the files, YYYY-MM-DD; today unless given' })
  declare date: string

  async run() {
    const { bulkTables } = await PluginHost.assemble(await loadPlugins())
    const folder = resolve(this.out)
    const progress = new ArchiveProgress(process.stdout)
    const interruption = new AbortController()
    const started = performance.now()
    const writing = writeArchive({
      tables: bulkTables.map(({ declaration }) => declaration),
      dockets: this.dockets,
      seed: this.seed,
      folder,
      date: this.date ?? new Date().toISOString().slice(0, 10),
      compress: this.compress,
      signal: interruption.signal,
      reporter: progress,
    })
    // Ctrl-C ends the application; it waits here until the half-written file is gone.
    this.app.terminating(async () => {
      interruption.abort()
      await writing.catch(() => {})
    })

    try {
      const files = await writing
      progress.stop()
      this.#summarise(files, (performance.now() - started) / 1000)
      this.logger.info(`the files are in ${folder}`)
    } catch (error) {
      progress.stop()
      if (error instanceof Interrupted) {
        this.logger.warning('interrupted; files that were whole are kept')
        this.exitCode = 130
      } else if (error instanceof BulkError) {
        this.logger.error(error.message)
        this.exitCode = 1
      } else throw error
    }
  }

  #summarise(files: WrittenFile[], seconds: number): void {
    const table = this.ui.table()
    table.head(['File', 'Rows', 'MB', 'Seconds'])
    const line = (name: string, rows: number, bytes: number, duration: number) =>
      table.row([name, rows.toLocaleString('en'), (bytes / 1e6).toFixed(1), duration.toFixed(1)])
    for (const { file, rows, bytes, seconds: duration } of files) line(file, rows, bytes, duration)
    const sum = (key: 'rows' | 'bytes') => files.reduce((total, file) => total + file[key], 0)
    line('All', sum('rows'), sum('bytes'), seconds)
    table.render()
  }
}
