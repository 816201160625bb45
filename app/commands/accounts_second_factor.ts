import { args, flags } from '@adonisjs/core/ace'
import { AccountsCommand } from '#app/boot/accounts_command'

export default class AccountsSecondFactor extends AccountsCommand {
  static commandName = 'accounts:second-factor'
  static description = 'Disable two-factor sign-in of an account'
  static help = ['{{ binaryName }} accounts:second-factor alice --remove']

  @args.string({ description: 'Username of the account' })
  declare username: string

  @flags.boolean({ description: 'Disable it and delete its recovery codes' })
  declare remove: boolean

  protected async act() {
    if (!this.remove) throw new RangeError('Add --remove to disable two-factor sign-in.')
    await this.actions.removeSecondFactor(await this.find(this.username))
    this.logger.info(`${this.username} now signs in with the password only.`)
  }
}
