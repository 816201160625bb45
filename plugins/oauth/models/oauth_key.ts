import { BaseModel, column } from '@adonisjs/lucid/orm'
import { KEY } from '#app/models/dated_row'

/** A signing key for ID tokens, encrypted with the key of the server. */
export default class OAuthKey extends BaseModel {
  static override table = 'oauth_keys'

  @column({ isPrimary: true, ...KEY })
  declare id: number

  @column({ serializeAs: null })
  declare encrypted: string

  @column()
  declare dateCreated: Date

  /** When it was replaced. It stays published until its tokens have expired. */
  @column()
  declare dateRetired: Date | null
}
