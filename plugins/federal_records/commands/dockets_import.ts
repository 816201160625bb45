import { args, BaseCommand } from '@adonisjs/core/ace'
import type { CommandOptions } from '@adonisjs/core/types/ace'
import { importDocketSheets, KINDS, type SheetsResult } from '../docket_sheet/import.js'
import { SheetError } from '../docket_sheet/merge.js'

export default class DocketsImport extends BaseCommand {
  static commandName = 'dockets:import'
  static description =
    'Import docket sheets: entries, documents, parties and attorneys as JSON Lines'
  static help = [
    'One docket per line; /docs/bulk-data/ describes the shape.',
    'A second run of the same files changes nothing.',
  ]

  static options: CommandOptions = { startApp: true }

  @args.spread({ description: 'Files of JSON Lines' })
  declare files: string[]

  async run() {
    const { migrate } = await import('#app/archive/migrate')
    await migrate(this.app)
    const { connection } = await this.app.container.make('curia.database')
    const interruption = new AbortController()
    const importing = importDocketSheets(this.files, {
      connection,
      signal: interruption.signal,
      refused: (file, line, reason) => this.logger.warning(`${file}, line ${line}: ${reason}`),
    })
    // Ctrl-C ends the application; it waits here until the current docket is whole.
    this.app.terminating(async () => {
      interruption.abort()
      await importing.catch(() => {})
    })
    try {
      const result = await importing
      this.#summarise(result)
      if (result.refused) this.exitCode = 2
    } catch (error) {
      if (!(error instanceof SheetError) && (error as { code?: string }).code !== 'ENOENT')
        throw error
      this.logger.error((error as Error).message)
      this.exitCode = 1
    }
  }

  #summarise({ lines, refused, added, changed }: SheetsResult): void {
    const table = this.ui.table()
    table.head(['', 'New', 'Changed'])
    for (const kind of KINDS)
      table.row([kind, added[kind].toLocaleString('en'), changed[kind].toLocaleString('en')])
    table.render()
    this.logger.info(
      `${lines.toLocaleString('en')} dockets read, ${refused.toLocaleString('en')} refused`
    )
  }
}
