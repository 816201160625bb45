import { column } from '@adonisjs/lucid/orm'
import { CachedRow } from './cached_row.js'

/** Something staff turn on and off for every account. */
export default class Switch extends CachedRow {
  static override table = 'switches'
  static override selfAssignPrimaryKey = true

  @column({ isPrimary: true })
  declare name: string

  @column()
  declare isOn: boolean

  @column()
  declare dateModified: Date
}
