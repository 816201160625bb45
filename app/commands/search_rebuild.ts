import { args } from '@adonisjs/core/ace'
import type { CommandOptions } from '@adonisjs/core/types/ace'
import { CommandRefusal } from '#app/support/interrupted'
import { InterruptibleCommand } from '#app/support/interruptible_command'
import { countText } from '#app/support/progress_display'
import { EngineUnavailable, IndexBeingWritten } from '#app/search_engine/engine'
import type { SearchIndexDefinition } from '#app/search/define_search_index'
import { SearchRegistry } from '#app/search/search_registry'
import { Indexer } from '#app/search/indexer/indexer'
import { type Rebuilt, RebuildProgress } from '#app/search/indexer/rebuild'

export default class SearchRebuild extends InterruptibleCommand {
  static commandName = 'search:rebuild'
  static description = 'Build new search indexes, and replace the live ones with them'
  static help = [
    'Searches continue to work. If you interrupt it, run the same command again to resume.',
  ]

  static options: CommandOptions = { startApp: true }

  @args.spread({ description: 'Names of indexes; all by default', required: false })
  declare indexes?: string[]

  async run() {
    const progress = new RebuildProgress(process.stdout)
    const rebuilt = await this.runInterruptible(
      (signal) => this.#rebuild(signal, progress),
      'interrupted; run the same command again to resume',
      progress
    )
    if (!rebuilt) return
    const table = this.ui.table()
    table.head(['Index', 'Records', 'Seconds'])
    for (const { index, parents, seconds } of rebuilt)
      table.row([index, countText(parents), seconds.toFixed(1)])
    table.render()
  }

  async #rebuild(signal: AbortSignal, progress: RebuildProgress): Promise<Rebuilt[]> {
    const indexes = await this.#wanted()
    const { prepareArchive } = await import('#app/boot/prepare')
    await prepareArchive(this.app)
    const indexer = await this.app.container.make(Indexer)
    const rebuilt: Rebuilt[] = []
    for (const index of indexes) {
      try {
        rebuilt.push(await indexer.rebuild(index, signal, progress))
      } catch (error) {
        if (error instanceof EngineUnavailable) throw new CommandRefusal(error.message)
        if (!(error instanceof IndexBeingWritten)) throw error
        throw new CommandRefusal(`the index "${index.name}" is already being built`)
      }
    }
    return rebuilt
  }

  /** @throws CommandRefusal for an unknown name */
  async #wanted(): Promise<SearchIndexDefinition[]> {
    const { indexes: declared } = await this.app.container.make(SearchRegistry)
    const names = declared.map(({ name }) => name)
    const unknown = this.indexes?.find((name) => !names.includes(name))
    if (unknown !== undefined)
      throw new CommandRefusal(`unknown index "${unknown}"; choose from ${names.join(', ')}`)
    return declared.filter(({ name }) => !this.indexes?.length || this.indexes.includes(name))
  }
}
