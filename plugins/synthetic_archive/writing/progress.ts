/**
 * Progress display of `bulk:generate`.
 */
import { ProgressDisplay } from '#app/support/progress_display'
import type { ArchiveReporter, WrittenFile } from './archive.js'

const BAR = '[{bar}] file {value} of {total} | {file} | {rows} rows | {size} MB | {duration} s'

export class ArchiveProgress implements ArchiveReporter {
  readonly #display: ProgressDisplay
  #file = ''
  #place = 0

  constructor(output: NodeJS.WriteStream) {
    this.#display = new ProgressDisplay(output)
  }

  started(file: string, place: number, files: number): void {
    this.#file = file
    this.#place = place
    if (place === 0) this.#display.start(BAR, files, { file, rows: '0', size: '0' })
  }

  progress(rows: number, bytes: number): void {
    const texts = {
      file: this.#file,
      rows: rows.toLocaleString('en'),
      size: Math.round(bytes / 1e6).toLocaleString('en'),
    }
    this.#display.update(
      this.#place,
      texts,
      () => `${this.#file}: ${texts.rows} rows, ${texts.size} MB`
    )
  }

  finished({ file, rows }: WrittenFile): void {
    if (!this.#display.isBar) this.#display.say(`${file}: ${rows.toLocaleString('en')} rows`)
  }

  stop(): void {
    this.#display.stop()
  }
}
