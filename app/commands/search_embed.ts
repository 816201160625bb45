import { setTimeout as sleep } from 'node:timers/promises'
import { flags } from '@adonisjs/core/ace'
import type { CommandOptions } from '@adonisjs/core/types/ace'
import { CommandRefusal, Interrupted } from '#app/support/interrupted'
import { InterruptibleCommand } from '#app/support/interruptible_command'
import { countText } from '#app/support/progress_display'
import { EmbeddingFailed, type Embedder } from '#app/search_engine/embeddings/embedder'
import { EmbeddingProgress } from '#app/search/semantic/embedding_progress'
import type { EmbeddingQueue } from '#app/search/semantic/embedding_queue'
import type { EmbeddingCounts } from '#app/search/semantic/embedding_run'
import { EmbeddingUnderWay, Embeddings } from '#app/search/semantic/embeddings_service'

/** Seconds before each retry while the provider is unavailable. */
const PAUSES = [2, 5, 15, 60]

export default class SearchEmbed extends InterruptibleCommand {
  static commandName = 'search:embed'
  static description = 'Embed all texts that have no vectors of the current model'
  static help = [
    'If you interrupt it, run the same command again to resume.',
    'A second run embeds nothing; with another EMBEDDINGS_MODEL, it embeds everything again.',
  ]

  static options: CommandOptions = { startApp: true }

  @flags.boolean({ description: 'Retry the texts that the provider rejected' })
  declare refused: boolean

  async run() {
    const progress = new EmbeddingProgress(process.stdout)
    const results = await this.runInterruptible(
      (signal) => this.#embed(progress, signal),
      'interrupted; run the same command again to resume',
      progress
    )
    if (!results) return
    const table = this.ui.table()
    table.head(['Index', 'Texts', 'Chunks', 'Too short', 'Unchanged', 'Refused'])
    for (const { index, texts, chunks, short, unchanged, refused } of results)
      table.row([index, ...[texts, chunks, short, unchanged, refused].map(countText)])
    table.render()
    if (results.some(({ refused }) => refused > 0)) this.exitCode = 2
  }

  async #embed(
    progress: EmbeddingProgress,
    signal: AbortSignal
  ): Promise<({ index: string } & EmbeddingCounts)[]> {
    const { prepareArchive } = await import('#app/boot/prepare')
    await prepareArchive(this.app)
    const embeddings = await this.app.container.make(Embeddings)
    const { embedder, queues } = embeddings
    if (!embedder) throw new CommandRefusal('semantic search is turned off; remove EMBEDDINGS=off')
    const results = []
    for (const queue of queues) {
      await queue.addMissing(embedder.model)
      if (this.refused) await queue.retryRefused()
      progress.start(queue.texts.index, await queue.waiting())
      const counts = await this.#embedIndex(embeddings, queue, embedder, progress, signal)
      progress.stop()
      results.push({ index: queue.texts.index, ...counts })
    }
    return results
  }

  /** The provider may be busy or starting. */
  async #embedIndex(
    embeddings: Embeddings,
    queue: EmbeddingQueue,
    embedder: Embedder,
    progress: EmbeddingProgress,
    signal: AbortSignal
  ): Promise<EmbeddingCounts> {
    const before: EmbeddingCounts = { texts: 0, chunks: 0, short: 0, unchanged: 0, refused: 0 }
    for (let pauses = [...PAUSES]; ;) {
      const counts = { ...before }
      const onProgress = (now: EmbeddingCounts) => {
        for (const name of Object.keys(before) as (keyof EmbeddingCounts)[])
          counts[name] = before[name] + now[name]
        pauses = [...PAUSES]
        progress.update(counts)
      }
      try {
        await embeddings.embed(queue, embedder, { signal, onProgress })
        return counts
      } catch (error) {
        if (error instanceof EmbeddingUnderWay) throw new CommandRefusal(error.message)
        if (!(error instanceof EmbeddingFailed)) throw error
        const pause = error.kind === 'unavailable' ? pauses.shift() : undefined
        if (pause === undefined) throw new CommandRefusal(error.message)
        progress.say(`${error.message} Retrying in ${pause} s.`)
        Object.assign(before, counts)
        await sleep(pause * 1000, undefined, { signal }).catch(() => {
          throw new Interrupted()
        })
      }
    }
  }
}
