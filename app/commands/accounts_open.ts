import { args } from '@adonisjs/core/ace'
import { AccountsCommand } from '#app/boot/accounts_command'

export default class AccountsOpen extends AccountsCommand {
  static commandName = 'accounts:open'
  static description = 'Reopen a closed account'
  static help = ['{{ binaryName }} accounts:open alice']

  @args.string({ description: 'Username of the account' })
  declare username: string

  protected async act() {
    await this.actions.setActive(await this.find(this.username), true)
    this.logger.success(`reopened ${this.username}`)
  }
}
