import { column } from '@adonisjs/lucid/orm'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { DatedRow, KEY } from '#app/models/dated_row'

/** A network of decisions between two cases, of an account. */
export default class Visualization extends DatedRow {
  static override table = 'visualizations'
  static override readonly quiet = ['viewCount']

  @column({ isPrimary: true, ...KEY })
  declare id: number

  @column({ ...KEY })
  declare userId: number

  @column()
  declare viewCount: number

  /** How many an account has. */
  static async countOf(trx: TransactionClientContract, userId: number): Promise<number> {
    const { $extras } = await this.query({ client: trx })
      .where({ userId })
      .count('* as count')
      .firstOrFail()
    return Number($extras.count)
  }

  /** Counts a view; in one statement, because views come at once. */
  static async countView(id: number): Promise<void> {
    await this.query().where('id', id).increment('viewCount', 1)
  }
}
