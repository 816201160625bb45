import { args, flags } from '@adonisjs/core/ace'
import type { CommandOptions } from '@adonisjs/core/types/ace'
import { InterruptibleCommand } from '#app/support/interruptible_command'

export default class MirrorAdd extends InterruptibleCommand {
  static commandName = 'mirror:add'
  static description = 'Mirror the records of another server'
  static help = [
    'Start the copy with mirror:run; see /docs/mirror/.',
    '{{ binaryName }} mirror:add https://archive.example --token=…',
    '{{ binaryName }} mirror:add https://archive.example --resource=dockets --resource=people',
    '{{ binaryName }} mirror:add https://archive.example --resource=dockets --filter=court=nysd',
    '{{ binaryName }} mirror:add https://archive.example --local-edits=report',
    '{{ binaryName }} mirror:add https://archive.example --files',
  ]

  static options: CommandOptions = { startApp: true }

  @args.string({ description: 'URL of the upstream server' })
  declare url: string

  @flags.string({ description: 'API token of an account of the upstream server' })
  declare token: string

  @flags.array({ description: 'Resource to mirror, with those it refers to; all by default' })
  declare resource: string[]

  @flags.array({ description: 'Filter of the records of one resource: name=value' })
  declare filter: string[]

  @flags.string({
    description: 'Which record wins if both servers changed it: upstream, local, or report',
    default: 'upstream',
  })
  declare localEdits: string

  @flags.boolean({ description: 'Also copy the files of records' })
  declare files: boolean

  @flags.string({
    description: "URL before the paths of the upstream's files, if the server isn't recognized",
  })
  declare filesUrl: string

  async run() {
    const names = await this.runInterruptible(async (signal) => {
      const { migrate } = await import('#app/boot/migrate')
      await migrate(this.app)
      const { MirrorSettings } = await import('../sync/mirror_settings.js')
      const { url, token, resource: resources = [], filter: filters = [] } = this
      const { localEdits, files, filesUrl } = this
      const mirrors = await this.app.container.make(MirrorSettings)
      const report = (message: string) => this.logger.info(message)
      return mirrors.add(
        { url, token, resources, filters, localEdits, files, filesUrl },
        signal,
        report
      )
    }, 'interrupted; no mirror was added')
    if (names) this.logger.success(`mirrors ${names.join(', ')}`)
  }
}
