/**
 * What the commands of this plugin share: Ctrl-C, and how a run ends.
 */
import { BaseCommand } from '@adonisjs/core/ace'
import { BulkError } from './import/bulk_error.js'
import { Interrupted } from './import/interrupted.js'

export abstract class BulkCommand extends BaseCommand {
  /**
   * Runs work that Ctrl-C stops at a safe place. Its exit code is 130 when
   * it was stopped and 1 when it refused.
   *
   * @param display cleared before anything is said about the end
   * @param interrupted what to tell the user who stopped it
   * @returns what the work returns; undefined when it did not end well
   */
  protected async runInterruptible<T>(
    work: (signal: AbortSignal) => Promise<T>,
    display: { stop: () => void },
    interrupted: string
  ): Promise<T | undefined> {
    const interruption = new AbortController()
    const running = work(interruption.signal)
    // Ctrl-C ends the application; it waits here until the work has reached a safe place.
    this.app.terminating(async () => {
      interruption.abort()
      await running.catch(() => {})
    })
    try {
      return await running
    } catch (error) {
      display.stop()
      if (error instanceof Interrupted) {
        this.logger.warning(interrupted)
        this.exitCode = 130
      } else if (error instanceof BulkError) {
        this.logger.error(error.message)
        this.exitCode = 1
      } else throw error
      return undefined
    } finally {
      display.stop()
    }
  }
}
