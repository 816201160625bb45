import { flags } from '@adonisjs/core/ace'
import type { CommandOptions } from '@adonisjs/core/types/ace'
import { CommandRefusal } from '#app/support/interrupted'
import { InterruptibleCommand } from '#app/support/interruptible_command'

export default class MirrorCompare extends InterruptibleCommand {
  static commandName = 'mirror:compare'
  static description = 'Compare the IDs of mirrored lists with those of their upstream servers'
  static help = [
    'Stores missing records, and finds records that the upstream no longer has; see /docs/mirror/.',
    '{{ binaryName }} mirror:compare --delete    deletes those records',
  ]

  static options: CommandOptions = { startApp: true }

  @flags.boolean({ description: 'Delete the records that the upstream no longer has' })
  declare delete: boolean

  async run() {
    const lists = await this.runInterruptible(async (signal) => {
      const { migrate } = await import('#app/boot/migrate')
      await migrate(this.app)
      const { Mirrors } = await import('../sync/mirrors.js')
      const mirrors = await this.app.container.make(Mirrors)
      const report = (message: string) => this.logger.info(message)
      const compared = await mirrors.compare({ signal, report, deletes: !!this.delete })
      if (!compared) throw new CommandRefusal('no mirrors; add one with mirror:add')
      return compared
    }, 'interrupted; run the same command again')
    if (!lists) return
    const table = this.ui.table()
    table.head(['Upstream', 'List', 'IDs', 'Missing here, stored', 'No longer upstream'])
    for (const { url, resource, compared, stored, vanished } of lists)
      table.row([url, resource, `${compared}`, `${stored}`, `${vanished}`])
    table.render()
  }
}
