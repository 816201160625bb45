import { column } from '@adonisjs/lucid/orm'
import Account from '#app/models/account'

/** An account with the columns of this plugin. */
export default class PrayingAccount extends Account {
  // Lucid doesn't inherit the table name.
  static override table = Account.table
  static override readonly quiet = [...Account.quiet, 'prayersPublic']

  /** Whether its pending requests are public. */
  @column()
  declare prayersPublic: boolean

  /** @returns false also for missing accounts */
  static async isPublic(id: number): Promise<boolean> {
    return (await this.find(id))?.prayersPublic ?? false
  }
}
