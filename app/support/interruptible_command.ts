/** A command that can be interrupted with Ctrl-C or SIGTERM. */
import { constants } from 'node:os'
import { BaseCommand } from '@adonisjs/core/ace'
import { describeFileError } from './file_error.js'
import { CommandRefusal, Interrupted } from './interrupted.js'
import { namedWork } from './process_stop.js'

const { SIGINT, SIGTERM } = constants.signals

export abstract class InterruptibleCommand extends BaseCommand {
  /**
   * Runs work that Ctrl-C or SIGTERM stops at a safe point. The exit code is 130 or 143 if it
   * was interrupted, and 1 for a {@link CommandRefusal} or an error
   * of the file system.
   *
   * @param interrupted message for an interruption
   * @param display cleared before the final message
   * @returns the result of the work; undefined if it was interrupted or rejected
   */
  protected async runInterruptible<T>(
    work: (signal: AbortSignal) => Promise<T>,
    interrupted: string,
    display?: { stop: () => void }
  ): Promise<T | undefined> {
    const interruption = new AbortController()
    const { commandName } = this.constructor as typeof BaseCommand
    const running = namedWork(`command ${commandName}`, () => work(interruption.signal))
    let stoppedBy = SIGINT
    this.app.listen('SIGTERM', () => (stoppedBy = SIGTERM))
    // A signal terminates the application, but not before the work has reached a safe point.
    this.app.terminating(async () => {
      interruption.abort()
      // All signal listeners have run by then. A shutdown that doesn't wait for the work ends with
      // this code.
      await Promise.resolve()
      process.exitCode ??= 128 + stoppedBy
      await running.catch(() => {})
    })
    try {
      const result = await running
      process.exitCode = undefined
      return result
    } catch (error) {
      display?.stop()
      const fileError = describeFileError(error)
      if (error instanceof Interrupted) {
        this.logger.warning(interrupted)
        this.exitCode = 128 + stoppedBy
      } else if (error instanceof CommandRefusal) {
        this.logger.error(error.message)
        this.exitCode = 1
      } else if (fileError !== undefined) {
        this.logger.error(fileError)
        this.exitCode = 1
      } else if (interruption.signal.aborted) {
        // A shutdown that no longer waits closes the database connections used by the work.
        this.logger.error((error as Error).message)
        this.exitCode = 128 + stoppedBy
      } else throw error
      return undefined
    } finally {
      display?.stop()
    }
  }
}
