import { BaseModel, column } from '@adonisjs/lucid/orm'
import { KEY } from './dated_row.js'

/** A code that signs in once in place of the authenticator app; only its hash is kept. */
export default class RecoveryCode extends BaseModel {
  static override table = 'recovery_codes'
  static override selfAssignPrimaryKey = true

  @column({ isPrimary: true, serializeAs: null })
  declare hash: string

  @column({ ...KEY })
  declare accountId: number

  /** How many an account has left. */
  static async countOf(accountId: number): Promise<number> {
    return (await this.query().where({ accountId })).length
  }
}
