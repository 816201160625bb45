import { column } from '@adonisjs/lucid/orm'
import { DatedRow, KEY } from '#app/models/dated_row'

/** An account's network of the decisions between two cases. */
export default class Visualization extends DatedRow {
  static override table = 'visualizations'
  static override readonly quiet = ['viewCount']

  @column({ isPrimary: true, ...KEY })
  declare id: number

  @column({ ...KEY })
  declare userId: number

  @column()
  declare viewCount: number

  /** Adds a view atomically, because views can be concurrent. */
  static async countView(id: number): Promise<void> {
    await this.query().where('id', id).increment('viewCount', 1)
  }
}
