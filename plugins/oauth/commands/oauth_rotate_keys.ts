import { BaseCommand } from '@adonisjs/core/ace'
import type { CommandOptions } from '@adonisjs/core/types/ace'

export default class OAuthRotateKeys extends BaseCommand {
  static override commandName = 'oauth:rotate-keys'
  static override description = 'Create a new signing key for ID tokens'
  static override help = [
    'Servers use the new key within a minute. The previous key stays published until its tokens have expired.',
  ]
  static override options: CommandOptions = { startApp: true }

  async run() {
    const { prepareArchive } = await import('#app/boot/prepare')
    await prepareArchive(this.app)
    const { rotateKeys } = await import('../provider/signing_keys.js')
    await rotateKeys(await this.app.container.make('lucid.db'))
    this.logger.success('Created a new signing key for ID tokens')
  }
}
