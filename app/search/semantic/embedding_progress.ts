/**
 * Shows the progress of embedding.
 */
import { countText, durationText, ProgressDisplay } from '#app/support/progress_display'
import type { EmbeddingCounts } from './embedding_run.js'

const BAR = '{index} [{bar}] {percentage}% | {done} of {all} | {chunks} chunks | {left} left'

export class EmbeddingProgress {
  readonly #display: ProgressDisplay
  #index = ''
  #all = 0
  #started = 0

  constructor(output: NodeJS.WriteStream) {
    this.#display = new ProgressDisplay(output)
  }

  start(index: string, texts: number): void {
    this.#index = index
    this.#all = texts
    this.#started = Date.now()
    const all = countText(texts)
    this.#display.start(BAR, texts, { index, all, done: '0', chunks: '0', left: '–' })
    if (!this.#display.isBar) this.#display.say(`${index}: ${all} texts queued`)
  }

  update({ texts, chunks }: EmbeddingCounts): void {
    const seconds = (Date.now() - this.#started) / 1000
    const left = durationText(((this.#all - texts) * seconds) / Math.max(texts, 1))
    const shown = { done: countText(texts), chunks: countText(chunks), left }
    this.#display.update(texts, shown, () => {
      const of = `${shown.done} of ${countText(this.#all)} texts`
      return `${this.#index}: ${of}, ${shown.chunks} chunks, ${left} left`
    })
  }

  say(line: string): void {
    this.#display.say(line)
  }

  stop(): void {
    this.#display.stop()
  }
}
