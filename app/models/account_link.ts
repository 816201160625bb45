import { BaseModel, column } from '@adonisjs/lucid/orm'
import { KEY } from './dated_row.js'

/** A link sent by email. Only the hash of its key is stored. */
export default class AccountLink extends BaseModel {
  static override table = 'account_links'
  static override selfAssignPrimaryKey = true

  @column({ isPrimary: true, serializeAs: null })
  declare hash: string

  @column()
  declare dateCreated: Date

  @column({ ...KEY })
  declare accountId: number

  @column()
  declare purpose: string

  @column()
  declare email: string

  @column()
  declare expiresAt: Date
}
