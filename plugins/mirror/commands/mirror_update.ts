import { args, flags } from '@adonisjs/core/ace'
import type { CommandOptions } from '@adonisjs/core/types/ace'
import { InterruptibleCommand } from '#app/support/interruptible_command'

export default class MirrorUpdate extends InterruptibleCommand {
  static commandName = 'mirror:update'
  static description = 'Change settings of a mirror'
  static help = [
    'Stop mirror:run first; see /docs/mirror/.',
    '{{ binaryName }} mirror:update https://archive.example --token=…',
    '{{ binaryName }} mirror:update https://archive.example --files',
    '{{ binaryName }} mirror:update https://archive.example --no-files',
  ]

  static options: CommandOptions = { startApp: true }

  @args.string({ description: 'URL of the upstream server' })
  declare url: string

  @flags.string({ description: 'New API token of an account of the upstream server' })
  declare token: string

  @flags.string({
    description: 'Which record wins if both servers changed it: upstream, local, or report',
  })
  declare localEdits: string

  @flags.boolean({
    description: 'Whether the files of records are copied',
    showNegatedVariantInHelp: true,
  })
  declare files: boolean

  @flags.string({ description: "URL before the paths of the upstream's files" })
  declare filesUrl: string

  async run() {
    const isUpdated = await this.runInterruptible(async (signal) => {
      const { migrate } = await import('#app/boot/migrate')
      await migrate(this.app)
      const { MirrorSettings } = await import('../sync/mirror_settings.js')
      const mirrors = await this.app.container.make(MirrorSettings)
      const { url, token, localEdits, files, filesUrl } = this
      const report = (message: string) => this.logger.info(message)
      await mirrors.update({ url, token, localEdits, files, filesUrl }, signal, report)
      return true
    }, 'interrupted; nothing was changed')
    if (isUpdated) this.logger.success('updated; start mirror:run again')
  }
}
