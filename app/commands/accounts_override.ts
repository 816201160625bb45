import { args, flags } from '@adonisjs/core/ace'
import { AccountsCommand } from '#app/boot/accounts_command'
import { parseRates } from '#app/accounts/validators'

export default class AccountsOverride extends AccountsCommand {
  static commandName = 'accounts:override'
  static description = 'Set the rates of an account in a scope, replacing existing overrides'
  static help = [
    '{{ binaryName }} accounts:override alice user 60/min 5000/day',
    '{{ binaryName }} accounts:override alice user 0/min         blocks the account',
    '{{ binaryName }} accounts:override alice user none          restores membership or default rates',
  ]

  @args.string({ description: 'Username of the account' })
  declare username: string

  @args.string({ description: 'Scope, such as user' })
  declare scope: string

  @args.spread({ description: 'Rates, or "none"' })
  declare rates: string[]

  @flags.string({ description: 'Why' })
  declare notes?: string

  protected async act() {
    const id = await this.find(this.username)
    const rates = this.rates.join() === 'none' ? [] : parseRates(this.rates)
    const { ScopeRegistry } = await import('#app/throttle/scope_registry')
    const scope = (await this.app.container.make(ScopeRegistry)).overridable(this.scope)
    await this.actions.setOverrides(id, { scope, rates, notes: this.notes?.slice(0, 1000) })
    this.logger.success(`${this.username}, ${this.scope}: ${this.rates.join(', ')}`)
  }
}
