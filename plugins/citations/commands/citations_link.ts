import { availableParallelism } from 'node:os'
import { flags } from '@adonisjs/core/ace'
import type { CommandOptions } from '@adonisjs/core/types/ace'
import { CommandRefusal } from '#app/support/interrupted'
import { InterruptibleCommand } from '#app/support/interruptible_command'
import { countText } from '#app/support/progress_display'
import { LinkingProgress } from '../linking/progress.js'

const MAX_WORKERS = 8

export default class CitationsLink extends InterruptibleCommand {
  static commandName = 'citations:link'
  static description = 'Link the citations of all opinions'
  static help = [
    'After an interruption, run the same command again to resume. A second run changes nothing.',
  ]

  static options: CommandOptions = { startApp: true }

  @flags.number({ description: 'Opinions to read in parallel (default: one per core, at most 8)' })
  declare workers?: number

  async run() {
    const progress = new LinkingProgress(process.stdout)
    const linked = await this.runInterruptible(
      (signal) => this.#link(signal, progress),
      'interrupted; run the same command again to resume',
      progress
    )
    if (linked !== undefined) this.logger.success(`${countText(linked)} opinions linked`)
  }

  async #link(signal: AbortSignal, reporter: LinkingProgress): Promise<number> {
    const workers = this.workers ?? Math.min(availableParallelism(), MAX_WORKERS)
    if (!Number.isInteger(workers) || workers < 1 || workers > MAX_WORKERS)
      throw new CommandRefusal(`--workers must be a whole number from 1 to ${MAX_WORKERS}`)
    const { prepareArchive } = await import('#app/boot/prepare')
    await prepareArchive(this.app)
    const { linkArchive } = await import('../linking/link_archive.js')
    const database = (await this.app.container.make('lucid.db')).connection()
    return linkArchive({ database, workers, signal, reporter })
  }
}
