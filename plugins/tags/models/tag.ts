import { column } from '@adonisjs/lucid/orm'
import type { ModelAdapterOptions } from '@adonisjs/lucid/types/model'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { DatedRow, KEY } from '#app/models/dated_row'

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

  /** Times others saw its page. */
  @column({ ...KEY })
  declare viewCount: number

  /** The tag of an account with a name. */
  static named(userId: number, name: string, options?: ModelAdapterOptions): Promise<Tag | null> {
    // PostgreSQL has no NUL in texts.
    return this.query(options)
      .where({ userId, name: name.replaceAll('\0', '') })
      .first()
  }

  /** How many tags an account has. */
  static async countOf(trx: TransactionClientContract, userId: number): Promise<number> {
    const { $extras } = await this.query({ client: trx })
      .where({ userId })
      .count('* as count')
      .firstOrFail()
    return Number($extras.count)
  }
}
