/**
 * Progress display of `bulk:export`.
 */
import { countText, ProgressDisplay } from '#app/support/progress_display'
import type { ExportReporter } from './export_archive.js'
import type { ManifestFile } from './manifest.js'

const MB = 1024 * 1024

export class ExportProgress implements ExportReporter {
  readonly #display: ProgressDisplay
  readonly #bytes = new Map<string, number>()
  #total = 0

  constructor(output: NodeJS.WriteStream) {
    this.#display = new ProgressDisplay(output)
  }

  started(files: number, bytes: number): void {
    this.#total = bytes
    this.#display.start('exporting [{bar}] {percentage}% | {file}', bytes, { file: '' })
    if (!this.#display.isBar) this.#display.say(`exporting ${countText(files)} files`)
  }

  progress(file: string, bytes: number): void {
    this.#bytes.set(file, bytes)
    const done = [...this.#bytes.values()].reduce((sum, one) => sum + one, 0)
    // Tables and their texts differ in size.
    this.#display.update(
      Math.min(done, this.#total),
      { file },
      () => `${file}: ${countText(Math.round(bytes / MB))} MB`
    )
  }

  finished(file: ManifestFile, isKept: boolean): void {
    if (isKept) this.#display.say(`${file.name}: unchanged since the interruption`)
  }

  stop(): void {
    this.#display.stop()
  }
}
