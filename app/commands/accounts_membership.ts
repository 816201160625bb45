import { args, flags } from '@adonisjs/core/ace'
import { MEMBERSHIP_LEVELS, PAYMENT_STATES } from '#config/memberships'
import { AccountsCommand } from '#app/boot/accounts_command'
import { isDate } from '#app/support/calendar'

export default class AccountsMembership extends AccountsCommand {
  static commandName = 'accounts:membership'
  static description = 'Set or end the membership of an account'
  static help = [
    '{{ binaryName }} accounts:membership alice tier_2 --until=2027-12-31',
    '{{ binaryName }} accounts:membership alice none',
  ]

  @args.string({ description: 'Username of the account' })
  declare username: string

  @args.string({ description: 'Level, or "none"' })
  declare level: string

  @flags.string({ description: "Last day, YYYY-MM-DD; by default, the membership doesn't expire" })
  declare until: string

  @flags.string({ description: 'Payment status', default: 'succeeded' })
  declare payment: string

  protected async act() {
    const id = await this.find(this.username)
    if (this.level === 'none') await this.actions.setMembership(id, null)
    else {
      oneOf('level', this.level, [...MEMBERSHIP_LEVELS.keys()])
      oneOf('--payment', this.payment, PAYMENT_STATES)
      if (this.until && !isDate(this.until))
        throw new RangeError(`--until must be a date such as 2027-12-31, not "${this.until}".`)
      await this.actions.setMembership(id, {
        level: this.level,
        payment_status: this.payment,
        termination_date: this.until ?? null,
      })
    }
    this.logger.success(`${this.username}: ${this.level}`)
  }
}

function oneOf(what: string, value: string, allowed: readonly string[]): void {
  if (!allowed.includes(value))
    throw new RangeError(`Unknown ${what} "${value}". Choose one of: ${allowed.join(', ')}.`)
}
