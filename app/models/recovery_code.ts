import { BaseModel, column } from '@adonisjs/lucid/orm'
import { KEY } from './dated_row.js'

/** A single-use code for signing in without the authenticator app. Only its hash is stored. */
export default class RecoveryCode extends BaseModel {
  static override table = 'recovery_codes'
  static override selfAssignPrimaryKey = true

  @column({ isPrimary: true, serializeAs: null })
  declare hash: string

  @column({ ...KEY })
  declare accountId: number

  /** The number of codes an account has left. */
  static async countByAccount(accountId: number): Promise<number> {
    return (await this.query().where({ accountId })).length
  }
}
