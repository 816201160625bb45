import { flags } from '@adonisjs/core/ace'
import type { CommandOptions } from '@adonisjs/core/types/ace'
import { CommandRefusal } from '#app/support/interrupted'
import { InterruptibleCommand } from '#app/support/interruptible_command'

/** Minutes; more often than the public service caches pages has no effect. */
const EVERY = 15
/** Days; a comparison needs a request per 20 records. */
const COMPARE = 30

export default class MirrorRun extends InterruptibleCommand {
  static commandName = 'mirror:run'
  static description = 'Copy the records of mirrored servers and apply their changes'
  static help = [
    'Runs until it is interrupted, and continues where it ended; see /docs/mirror/.',
    '{{ binaryName }} mirror:run --once    ends when the mirrors have caught up',
  ]

  static options: CommandOptions = { startApp: true }

  @flags.boolean({ description: 'End when the mirrors have caught up' })
  declare once: boolean

  @flags.number({
    description: 'Minutes between reads of the lists of servers without a change feed',
    default: EVERY,
  })
  declare every: number

  @flags.number({
    description:
      'Days between comparisons of IDs with servers without a change feed; 0 for no comparisons',
    default: COMPARE,
  })
  declare compare: number

  async run() {
    await this.runInterruptible(async (signal) => {
      const { migrate } = await import('#app/boot/migrate')
      await migrate(this.app)
      const { Mirrors } = await import('../sync/mirrors.js')
      const mirrors = await this.app.container.make(Mirrors)
      const report = (message: string) => this.logger.info(message)
      const { every, compare: compareDays } = this
      if (!(every > 0 && every <= 1_440))
        throw new CommandRefusal('--every must be between 0 and 1440 minutes')
      if (!(compareDays >= 0 && compareDays <= 3_650))
        throw new CommandRefusal('--compare must be between 0 and 3650 days')
      if (!(await mirrors.run({ signal, once: !!this.once, every, compareDays, report })))
        throw new CommandRefusal('no mirrors; add one with mirror:add')
    }, 'interrupted; run the same command again')
  }
}
