import { args, flags } from '@adonisjs/core/ace'
import { SimpleMessagesProvider } from '@vinejs/vine'
import { AccountError } from '#app/accounts/errors'
import { AccountsCommand } from '#app/boot/accounts_command'

export default class AccountsCreate extends AccountsCommand {
  static commandName = 'accounts:create'
  static description = 'Create an account and print its API token'
  static help = [
    'The first staff account: {{ binaryName }} accounts:create alice --role=Administrator',
    'The command prompts for the password, or reads it from the first line of standard input.',
    'With an empty password, the account can only use its token.',
  ]

  @args.string({ description: 'Username' })
  declare username: string

  @flags.string({ description: 'Email address, marked as confirmed' })
  declare email: string

  @flags.string({ description: 'Role: Administrator, Support, or Viewer' })
  declare role: string

  protected async act() {
    const { MESSAGES, operatorAccount } = await import('#app/accounts/validators')
    const wanted = await operatorAccount.validate(
      { username: this.username, email: this.email },
      { messagesProvider: new SimpleMessagesProvider(MESSAGES) }
    )
    const password = await this.#password()
    if (password) {
      const { findPasswordProblem: passwordProblem } = await import('#app/accounts/passwords')
      const problem = await passwordProblem(password, [this.username, this.email])
      if (problem) throw new AccountError('password', problem)
    }
    const { token } = await this.actions.create({ ...wanted, password }, this.role ?? null)
    this.logger.success(`created the account ${wanted.username}`)
    // Not through the logger, whose output may be stored.
    process.stdout.write(`Authorization: Token ${token}\n`)
  }

  async #password(): Promise<string> {
    if (process.stdin.isTTY) return this.prompt.secure('Password')
    const { createInterface } = await import('node:readline/promises')
    for await (const line of createInterface({ input: process.stdin })) return line
    return ''
  }
}
