import { BaseModel, column } from '@adonisjs/lucid/orm'
import { KEY } from './dated_row.js'

/** A mailed link; only the hash of its key is kept. */
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
