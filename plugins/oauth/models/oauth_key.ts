import { BaseModel, column } from '@adonisjs/lucid/orm'
import { KEY } from '#app/models/dated_row'

/** A key that signs ID tokens, encrypted under the key of the server. */
export default class OAuthKey extends BaseModel {
  static override table = 'oauth_keys'

  @column({ isPrimary: true, ...KEY })
  declare id: number

  @column({ serializeAs: null })
  declare encrypted: string

  @column()
  declare dateCreated: Date

  /** When another key took its place. It stays published until the tokens it signed have expired. */
  @column()
  declare dateRetired: Date | null
}
