import { args } from '@adonisjs/core/ace'
import type { CommandOptions } from '@adonisjs/core/types/ace'
import { OpenDatabase } from '#app/database/connection'
import { InterruptibleCommand } from '#app/support/interruptible_command'
import { importDocketSheets, KINDS, type SheetsResult } from '../docket_sheet/import.js'

export default class DocketsImport extends InterruptibleCommand {
  static commandName = 'dockets:import'
  static description =
    'Import docket sheets: entries, documents, parties, and attorneys as JSON Lines'
  static help = [
    'One docket per line; /docs/bulk-data/ describes the format.',
    'Importing the same files again changes nothing.',
  ]

  static options: CommandOptions = { startApp: true }

  @args.spread({ description: 'Files of JSON Lines' })
  declare files: string[]

  async run() {
    const result = await this.runInterruptible(
      (signal) => this.#import(signal),
      'interrupted; run the same command again to import the remaining dockets'
    )
    if (!result) return
    this.#summarise(result)
    if (result.refused) this.exitCode = 2
  }

  async #import(signal: AbortSignal): Promise<SheetsResult> {
    const { migrate } = await import('#app/boot/migrate')
    await migrate(this.app)
    const { connection } = await this.app.container.make(OpenDatabase)
    return importDocketSheets(this.files, {
      connection,
      signal,
      refused: (file, line, reason) => this.logger.warning(`${file}, line ${line}: ${reason}`),
    })
  }

  #summarise({ lines, refused, added, changed }: SheetsResult): void {
    const table = this.ui.table()
    table.head(['', 'New', 'Changed'])
    for (const kind of KINDS)
      table.row([kind, added[kind].toLocaleString('en'), changed[kind].toLocaleString('en')])
    table.render()
    this.logger.info(
      `${lines.toLocaleString('en')} dockets read, ${refused.toLocaleString('en')} rejected`
    )
  }
}
