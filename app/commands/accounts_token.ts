import { args, flags } from '@adonisjs/core/ace'
import { AccountsCommand } from '#app/boot/accounts_command'

export default class AccountsToken extends AccountsCommand {
  static commandName = 'accounts:token'
  static description = 'Replace the primary API token of an account, or add a token'
  static help = [
    '{{ binaryName }} accounts:token alice                      replaces the primary token',
    '{{ binaryName }} accounts:token alice --name=ci --read-only --days=90',
  ]

  @args.string({ description: 'Username of the account' })
  declare username: string

  @flags.string({ description: 'Add a token with this name instead' })
  declare name: string

  @flags.boolean({ description: 'Read-only access for the added token' })
  declare readOnly: boolean

  @flags.number({ description: 'Days until the added token expires' })
  declare days: number

  protected async act() {
    // Without a name, it would replace the primary token, which has write access and doesn't
    // expire.
    if (!this.name && (this.readOnly || this.days !== undefined))
      throw new RangeError(
        '--read-only and --days only apply to an added token. Use --name to add one.'
      )
    const id = await this.find(this.username)
    if (this.days !== undefined && !(this.days > 0 && this.days <= 36_500))
      throw new RangeError('--days must be a number from 1 to 36500.')
    const token = this.name
      ? await this.actions.addToken(id, {
          name: this.name.slice(0, 100),
          readOnly: !!this.readOnly,
          expiresAt: this.days ? new Date(Date.now() + this.days * 86_400_000) : null,
        })
      : await this.actions.replaceToken(id)
    process.stdout.write(`Authorization: Token ${token}\n`)
  }
}
