/**
 * Progress display of `citations:link`.
 */
import { countText, durationText, ProgressDisplay } from '#app/support/progress_display'
import type { LinkingReporter } from './link_archive.js'

const BAR = 'opinions [{bar}] {percentage}% | {done} of {total} | {rate}/s | {left} left'

export class LinkingProgress implements LinkingReporter {
  readonly #display: ProgressDisplay
  #total = 0
  #before = 0
  #started = 0

  constructor(output: NodeJS.WriteStream) {
    this.#display = new ProgressDisplay(output)
  }

  started(opinions: number, done: number): void {
    this.#total = opinions
    this.#before = done
    this.#started = Date.now()
    this.#display.say(
      done
        ? `resuming after ${countText(done)} opinions`
        : `linking ${countText(opinions)} opinions`
    )
    const texts = { done: countText(done), total: countText(opinions), rate: '–', left: '–' }
    this.#display.start(BAR, opinions, texts)
  }

  progress(opinions: number): void {
    const rate = (opinions - this.#before) / Math.max((Date.now() - this.#started) / 1000, 0.001)
    const texts = {
      done: countText(opinions),
      total: countText(this.#total),
      rate: countText(Math.round(rate)),
      left: durationText((this.#total - opinions) / rate),
    }
    this.#display.update(
      opinions,
      texts,
      () => `${texts.done} of ${texts.total} opinions, ${texts.rate}/s, ${texts.left} left`
    )
  }

  stop(): void {
    this.#display.stop()
  }
}
