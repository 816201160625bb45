import { args, flags } from '@adonisjs/core/ace'
import { AccountsCommand } from '#app/boot/accounts_command'

export default class AccountsGrant extends AccountsCommand {
  static commandName = 'accounts:grant'
  static description = 'Grant or revoke permissions of an account, or set its role'
  static help = [
    '{{ binaryName }} accounts:grant alice fast_lookup',
    '{{ binaryName }} accounts:grant alice --role=Support',
    '{{ binaryName }} accounts:grant alice fast_lookup --revoke',
    'Without a permission, it lists all permissions.',
  ]

  @args.string({ description: 'Username of the account' })
  declare username: string

  @args.spread({ description: 'Rights', required: false })
  declare rights: string[]

  @flags.string({ description: 'Role; "none" removes it' })
  declare role: string

  @flags.boolean({ description: 'Revoke the permissions' })
  declare revoke: boolean

  protected async act() {
    const { RightRegistry } = await import('#app/accounts/rights')
    const known = await this.app.container.make(RightRegistry)
    const id = await this.find(this.username)
    const rights = this.rights ?? []
    if (!rights.length && !this.role) {
      const width = Math.max(...known.names.map(({ length }) => length))
      // Not as a table: its colors would also be written to pipes.
      for (const [right, sentence] of Object.entries(known.descriptions))
        process.stdout.write(`${right.padEnd(width)}  ${sentence}\n`)
      return
    }
    for (const right of rights)
      await this.actions.setRight(id, right, { granted: !this.revoke, known: known.names })
    if (this.role) await this.actions.setRole(id, this.role === 'none' ? null : this.role)
    this.logger.success(`${this.username}: ${[...rights, this.role].filter(Boolean).join(', ')}`)
  }
}
