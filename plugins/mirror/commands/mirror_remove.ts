import { args } from '@adonisjs/core/ace'
import type { CommandOptions } from '@adonisjs/core/types/ace'
import { InterruptibleCommand } from '#app/support/interruptible_command'

export default class MirrorRemove extends InterruptibleCommand {
  static commandName = 'mirror:remove'
  static description = 'Stop mirroring a server; its records remain'
  static help = ['Stop mirror:run first; see /docs/mirror/.']

  static options: CommandOptions = { startApp: true }

  @args.string({ description: 'URL of the upstream server' })
  declare url: string

  async run() {
    const isRemoved = await this.runInterruptible(async (signal) => {
      const { migrate } = await import('#app/boot/migrate')
      await migrate(this.app)
      const { MirrorSettings } = await import('../sync/mirror_settings.js')
      await (await this.app.container.make(MirrorSettings)).remove(this.url, signal)
      return true
    }, "interrupted; the mirror wasn't removed")
    if (isRemoved) this.logger.success('removed the mirror; its records and files remain')
  }
}
