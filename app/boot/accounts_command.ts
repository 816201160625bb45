import { errors } from '@vinejs/vine'
import { BaseCommand } from '@adonisjs/core/ace'
import type { CommandOptions } from '@adonisjs/core/types/ace'
import { AccountError } from '#app/accounts/errors'
import { DomainError } from '#app/support/domain_error'
import type { StaffActions } from '#app/accounts/staff_actions'

/** A command for accounts, which reports errors in one line. */
export abstract class AccountsCommand extends BaseCommand {
  static options: CommandOptions = { startApp: true }

  protected actions!: StaffActions

  /**
   * @throws AccountError, DomainError, RangeError, or a validation error, reported in one line
   *   with exit code 1
   */
  protected abstract act(): Promise<void>

  async run() {
    const { migrate } = await import('./migrate.js')
    await migrate(this.app)
    const { OPERATOR, StaffActions } = await import('#app/accounts/staff_actions')
    this.actions = new StaffActions(await this.app.container.make('lucid.db'), OPERATOR)
    try {
      await this.act()
    } catch (error) {
      this.logger.error(sentenceOf(error))
      this.exitCode = 1
    }
  }

  /** ID of the account with a username. */
  protected async find(username: string): Promise<number> {
    const { default: Account } = await import('#app/models/account')
    const account = await Account.withUsername(username)
    if (!account) throw new AccountError('username', `There is no account "${username}".`)
    return account.id
  }
}

function sentenceOf(error: unknown): string {
  if (error instanceof AccountError || error instanceof RangeError) return error.message
  if (error instanceof DomainError) return Object.values(error.details).flat().join(' ')
  if (error instanceof errors.E_VALIDATION_ERROR) {
    return (error.messages as { field: string; message: string }[])
      .map(({ field, message }) => `${field}: ${message}`)
      .join(' ')
  }
  throw error
}
