import { column } from '@adonisjs/lucid/orm'
import Account from '#app/models/account'

/** An account with what this plugin adds to it. */
export default class PrayingAccount extends Account {
  // Lucid inherits no table name.
  static override table = Account.table
  static override readonly quiet = [...Account.quiet, 'prayersPublic']

  /** Whether others see which documents it waits for. */
  @column()
  declare prayersPublic: boolean
}
