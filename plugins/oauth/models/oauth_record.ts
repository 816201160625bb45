import { BaseModel, column } from '@adonisjs/lucid/orm'
import { KEY } from '#app/models/dated_row'

/** Text that is JSON already, and comes back parsed. */
const JSON_TEXT = { prepare: (value: unknown) => JSON.stringify(value) }

/** What the provider keeps of one of its models: clients, grants, tokens, sessions. */
export default class OAuthRecord extends BaseModel {
  static override table = 'oauth_records'

  @column({ isPrimary: true, ...KEY })
  declare id: number

  /** Name of the provider's model: `Client`, `Grant`, `AccessToken`. */
  @column()
  declare model: string

  /** Its ID, or the hash of it where the ID is a secret. */
  @column()
  declare key: string

  @column(JSON_TEXT)
  declare payload: Record<string, unknown>

  @column({ ...KEY })
  declare accountId: number | null

  @column()
  declare clientId: string | null

  @column()
  declare grantId: string | null

  @column()
  declare dateCreated: Date

  /** Of grants: when a token of it was last sent. */
  @column()
  declare lastUsedAt: Date | null

  @column()
  declare expiresAt: Date | null
}
