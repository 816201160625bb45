import { BaseModel, column } from '@adonisjs/lucid/orm'
import { KEY } from '#app/models/dated_row'

/** The driver parses JSON when it reads, but doesn't serialize when it writes. */
const JSON_TEXT = { prepare: (value: unknown) => JSON.stringify(value) }

/** A record of one of the provider's models, such as a client, grant, token, or session. */
export default class OAuthRecord extends BaseModel {
  static override table = 'oauth_records'

  @column({ isPrimary: true, ...KEY })
  declare id: number

  /** Name of the provider's model, such as `Client`, `Grant`, or `AccessToken`. */
  @column()
  declare model: string

  /** ID, or its hash if the ID is a secret. */
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

  /** For grants: when one of its tokens was last used. */
  @column()
  declare lastUsedAt: Date | null

  @column()
  declare expiresAt: Date | null
}
