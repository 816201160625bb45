/**
 * Shows the progress of a rebuild.
 */
import { countText, durationText, ProgressDisplay } from '#app/support/progress_display'
import type { RebuildReporter } from './rebuild.js'

const BAR = '{index} [{bar}] {percentage}% | {done} of {all} | {rate}/s | {left} left'

export class RebuildProgress implements RebuildReporter {
  readonly #display: ProgressDisplay
  #index = ''
  #all = 0
  #resumedAt = 0
  #started = 0

  constructor(output: NodeJS.WriteStream) {
    this.#display = new ProgressDisplay(output)
  }

  started(index: string, parents: number, resumedAt: number): void {
    this.#index = index
    this.#all = parents
    this.#resumedAt = resumedAt
    this.#started = Date.now()
    if (resumedAt) this.#display.say(`${index}: resuming after ${countText(resumedAt)} records`)
    const all = countText(parents)
    this.#display.start(BAR, parents, { index, all, done: '0', rate: '–', left: '–' })
    if (!this.#display.isBar) this.#display.say(`${index}: reading ${all} records`)
  }

  progress(parents: number): void {
    const seconds = (Date.now() - this.#started) / 1000
    const rate = (parents - this.#resumedAt) / Math.max(seconds, 0.001)
    const texts = {
      done: countText(parents),
      rate: countText(Math.round(rate)),
      left: durationText((this.#all - parents) / Math.max(rate, 0.001)),
    }
    this.#display.update(parents, texts, () => {
      const { done, rate: each, left } = texts
      return `${this.#index}: ${done} of ${countText(this.#all)} records, ${each}/s, ${left} left`
    })
  }

  catchingUp(): void {
    this.stop()
    this.#display.say(`${this.#index}: applying changes made during the rebuild`)
  }

  stop(): void {
    this.#display.stop()
  }
}
