/**
 * What commands share that work for long: Ctrl-C, and how a run ends.
 */
import { constants } from 'node:os'
import { BaseCommand } from '@adonisjs/core/ace'
import { CommandRefusal, Interrupted } from './interrupted.js'
import { namedWork } from './process_stop.js'

const { SIGINT, SIGTERM } = constants.signals

export abstract class InterruptibleCommand extends BaseCommand {
  /**
   * Runs work that Ctrl-C or SIGTERM stops at a safe place. Its exit code is
   * 130 or 143 when it was stopped and 1 when it refused.
   *
   * @param interrupted what to tell the user who stopped it
   * @param display cleared before anything is said about the end
   * @returns what the work returns; undefined when it did not end well
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
    // A signal ends the application; it waits here until the work has reached a safe place.
    this.app.terminating(async () => {
      interruption.abort()
      // All listeners of the signal have run then. A stop that does not wait for the work ends with it.
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
      if (error instanceof Interrupted) {
        this.logger.warning(interrupted)
        this.exitCode = 128 + stoppedBy
      } else if (error instanceof CommandRefusal) {
        this.logger.error(error.message)
        this.exitCode = 1
      } else if (interruption.signal.aborted) {
        // A stop that no longer waits takes the database away from the work.
        this.logger.error((error as Error).message)
        this.exitCode = 128 + stoppedBy
      } else throw error
      return undefined
    } finally {
      display?.stop()
    }
  }
}
