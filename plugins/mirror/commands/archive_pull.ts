import { args, flags } from '@adonisjs/core/ace'
import type { CommandOptions } from '@adonisjs/core/types/ace'
import { InterruptibleCommand } from '#app/support/interruptible_command'

export default class ArchivePull extends InterruptibleCommand {
  static commandName = 'archive:pull'
  static description = 'Copy one record of another server with everything below it'
  static help = [
    'The server is another Curia, or has the API of the public service; see /docs/mirror/.',
    '{{ binaryName }} archive:pull https://archive.example/docket/2001/ash-v-birch/ --token=…',
    '{{ binaryName }} archive:pull https://archive.example/api/rest/v4/people/12/',
  ]

  static options: CommandOptions = { startApp: true }

  @args.string({ description: 'URL of a docket, decision, or person: its page, or in the API' })
  declare url: string

  @flags.string({ description: 'API token of an account of that server' })
  declare token: string

  @flags.boolean({ description: 'Also copy the files of the records' })
  declare files: boolean

  @flags.string({
    description: "URL before the paths of that server's files, if the server isn't recognized",
  })
  declare filesUrl: string

  async run() {
    const counts = await this.runInterruptible(async (signal) => {
      const { migrate } = await import('#app/boot/migrate')
      await migrate(this.app)
      const { Mirrors } = await import('../sync/mirrors.js')
      const mirrors = await this.app.container.make(Mirrors)
      const report = (message: string) => this.logger.info(message)
      const files = this.files || this.filesUrl ? { url: this.filesUrl } : undefined
      return mirrors.pull(this.url, this.token, { signal, report, files })
    }, 'interrupted; run the same command again')
    if (!counts) return
    const texts = [...counts].map(([name, count]) => `${count} ${name}`)
    this.logger.success(`pulled ${texts.join(', ')}`)
  }
}
