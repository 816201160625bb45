import { column } from '@adonisjs/lucid/orm'
import type { ModelAdapterOptions } from '@adonisjs/lucid/types/model'
import { DatedRow, KEY } from '#app/models/dated_row'

/** Maximum tags per account; the account's page lists all of them. */
export const MAX_TAGS = 500

/** Maximum characters in a title. */
export const MAX_TITLE_LENGTH = 500

/** Maximum characters in a description. */
export const MAX_DESCRIPTION_LENGTH = 250_000

/** A tag of an account. */
export default class Tag extends DatedRow {
  static override table = 'user_tags'
  static override readonly quiet = ['viewCount']

  @column({ isPrimary: true, ...KEY })
  declare id: number

  @column()
  declare dateCreated: Date

  @column()
  declare dateModified: Date

  @column({ ...KEY })
  declare userId: number

  @column()
  declare name: string

  @column()
  declare title: string

  @column()
  declare description: string

  @column()
  declare published: boolean

  /** Views of its page by other visitors. */
  @column({ ...KEY })
  declare viewCount: number

  /** Finds an account's tag by its name. */
  static named(userId: number, name: string, options?: ModelAdapterOptions): Promise<Tag | null> {
    // PostgreSQL rejects NUL in text.
    return this.query(options)
      .where({ userId, name: name.replaceAll('\0', '') })
      .first()
  }
}
