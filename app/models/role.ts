import { column } from '@adonisjs/lucid/orm'
import { CachedRow } from './cached_row.js'
import { KEY } from './dated_row.js'

/** A named set of permissions. */
export default class Role extends CachedRow {
  static override table = 'roles'

  @column({ isPrimary: true, ...KEY })
  declare id: number

  @column()
  declare name: string

  @column()
  declare rights: string[]

  /** All roles, oldest first. */
  static inOrder(): Promise<Role[]> {
    return this.query().orderBy('id')
  }
}
