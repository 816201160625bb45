import { column } from '@adonisjs/lucid/orm'
import { CachedRow } from './cached_row.js'

/** A server-wide switch that staff turn on and off. */
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
