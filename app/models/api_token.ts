import { column } from '@adonisjs/lucid/orm'
import type { ModelAdapterOptions } from '@adonisjs/lucid/types/model'
import { CachedRow } from './cached_row.js'
import { KEY } from './dated_row.js'

export default class ApiToken extends CachedRow {
  static override table = 'api_tokens'
  static override readonly quiet = ['lastUsedAt']

  @column({ isPrimary: true, ...KEY })
  declare id: number

  @column()
  declare dateCreated: Date

  @column({ ...KEY })
  declare accountId: number

  @column()
  declare isPrimary: boolean

  @column()
  declare name: string

  @column({ serializeAs: null })
  declare hash: string

  /** The encrypted token, for the primary token only: its owner may read it again. */
  @column({ serializeAs: null })
  declare encrypted: string | null

  /** The last characters, which identify the token to its owner. */
  @column()
  declare ending: string

  @column()
  declare readOnly: boolean

  @column()
  declare expiresAt: Date | null

  @column()
  declare lastUsedAt: Date | null

  /** The tokens of an account, oldest first. */
  static ofAccount(accountId: number, options?: ModelAdapterOptions): Promise<ApiToken[]> {
    return this.query(options).where({ accountId }).orderBy('id')
  }

  override cachedAccount() {
    return this.accountId
  }
}
