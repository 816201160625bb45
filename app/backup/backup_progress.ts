/**
 * Shows the progress of a backup or a restore.
 */
import { countText, ProgressDisplay } from '#app/support/progress_display'
import type { BackupReporter } from './create_backup.js'

export class BackupProgress implements BackupReporter {
  readonly #display: ProgressDisplay
  #total = 0

  constructor(output: NodeJS.WriteStream) {
    this.#display = new ProgressDisplay(output)
  }

  started(what: string, total: number): void {
    this.stop()
    this.#total = total
    this.#display.start(`${what} [{bar}] {percentage}% | {now}`, total, { now: '' })
    if (!this.#display.isBar) this.#display.say(`copying ${what}`)
  }

  progress(what: string, done: number): void {
    this.#display.update(done, { now: what }, () =>
      this.#total
        ? `${what}: ${Math.floor((done / this.#total) * 100)}%`
        : `${what}: ${countText(done)}`
    )
  }

  stop(): void {
    this.#display.stop()
  }
}
