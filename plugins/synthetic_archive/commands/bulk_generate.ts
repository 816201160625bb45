import { resolve } from 'node:path'
import { flags } from '@adonisjs/core/ace'
import type { CommandOptions } from '@adonisjs/core/types/ace'
import { InterruptibleCommand } from '#app/support/interruptible_command'
import { loadHost } from '#core/plugin_loader'
import { writeArchive, type WrittenFile } from '../writing/archive.js'
import { ArchiveProgress } from '../writing/progress.js'

export default class BulkGenerate extends InterruptibleCommand {
  static commandName = 'bulk:generate'
  static description = 'Write a synthetic archive as bulk-data files, for benchmarks and load tests'
  static help = [
    'The same seed and number of dockets produce identical files.',
    'Does not need a database. Load the files with "bulk:import".',
  ]

  static options: CommandOptions = { startApp: false }

  @flags.number({ description: 'Number of dockets, at least 100', required: true })
  declare dockets: number

  @flags.number({ description: 'Random seed', default: 1 })
  declare seed: number

  @flags.string({ description: 'Output folder', default: 'tmp/bulk-archive' })
  declare out: string

  @flags.boolean({ description: 'Write .csv.bz2 files; requires bzip2' })
  declare compress: boolean

  @flags.string({ description: 'Date in the file names, YYYY-MM-DD; defaults to today' })
  declare date: string

  async run() {
    const { bulkTables } = await loadHost()
    const folder = resolve(this.out)
    const progress = new ArchiveProgress(process.stdout)
    const started = performance.now()
    const files = await this.runInterruptible(
      (signal) =>
        writeArchive({
          tables: bulkTables.map(({ declaration }) => declaration),
          dockets: this.dockets,
          seed: this.seed,
          folder,
          date: this.date ?? new Date().toISOString().slice(0, 10),
          compress: this.compress,
          signal,
          reporter: progress,
        }),
      'interrupted; complete files are kept',
      progress
    )
    if (!files) return
    this.#summarise(files, (performance.now() - started) / 1000)
    this.logger.info(`files written to ${folder}`)
  }

  #summarise(files: WrittenFile[], seconds: number): void {
    const table = this.ui.table()
    table.head(['File', 'Rows', 'MB', 'Seconds'])
    const line = (name: string, rows: number, bytes: number, duration: number) =>
      table.row([name, rows.toLocaleString('en'), (bytes / 1e6).toFixed(1), duration.toFixed(1)])
    for (const { file, rows, bytes, seconds: duration } of files) line(file, rows, bytes, duration)
    const sum = (key: 'rows' | 'bytes') => files.reduce((total, file) => total + file[key], 0)
    line('Total', sum('rows'), sum('bytes'), seconds)
    table.render()
  }
}
