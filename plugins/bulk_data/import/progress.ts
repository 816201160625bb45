/**
 * Progress display of `bulk:import`.
 */
import { countText, durationText, ProgressDisplay } from '#app/support/progress_display'
import type { FileResult, ImportReporter } from './importer.js'

const BAR = '{file} [{bar}] {percentage}% | {rows} rows | {rate} rows/s | {left} left'

export class ImportProgress implements ImportReporter {
  readonly #display: ProgressDisplay
  #file = ''
  #size = 0
  #started = 0
  #startRows = 0

  constructor(output: NodeJS.WriteStream) {
    this.#display = new ProgressDisplay(output)
  }

  started(file: string, bytes: number, resumedAt: number): void {
    this.#file = file
    this.#size = bytes
    this.#started = Date.now()
    this.#startRows = resumedAt
    if (resumedAt) this.#display.say(`${file}: resuming after row ${countText(resumedAt)}`)
    this.#display.start(BAR, bytes, { file, rows: '0', rate: '–', left: '–' })
    if (!this.#display.isBar) this.#display.say(`${file}: reading`)
  }

  progress(bytes: number, rows: number): void {
    const seconds = (Date.now() - this.#started) / 1000
    const texts = {
      rows: countText(rows),
      rate: countText(Math.round((rows - this.#startRows) / Math.max(seconds, 0.001))),
      left: durationText((seconds / Math.max(bytes, 1)) * (this.#size - bytes)),
    }
    this.#display.update(bytes, texts, () => {
      const share = Math.floor((bytes / Math.max(this.#size, 1)) * 100)
      return `${this.#file}: ${share}%, ${texts.rows} rows, ${texts.rate} rows/s, ${texts.left} left`
    })
  }

  publishing(rows: number): void {
    this.stop()
    this.#display.say(`${this.#file}: ${countText(rows)} rows read, publishing`)
  }

  waiting = (line: string): void => {
    this.#display.say(`${this.#file}: ${line}`)
  }

  finished(_result: FileResult): void {
    this.stop()
  }

  stop(): void {
    this.#display.stop()
  }
}
