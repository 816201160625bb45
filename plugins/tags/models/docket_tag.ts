import { BaseModel, column } from '@adonisjs/lucid/orm'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { KEY } from '#app/models/dated_row'

/** Maximum dockets per tag; the tag's record lists all of them. */
export const MAX_DOCKETS = 10_000

/** A tag on a docket. */
export default class DocketTag extends BaseModel {
  static override table = 'user_docket_tags'

  @column({ isPrimary: true, ...KEY })
  declare id: number

  @column({ ...KEY })
  declare docketId: number

  @column({ ...KEY })
  declare tagId: number

  /** Counts the dockets of a tag. */
  static async countByTag(trx: TransactionClientContract, tagId: string): Promise<number> {
    const { $extras } = await this.query({ client: trx })
      .where({ tagId })
      .count('* as count')
      .firstOrFail()
    return Number($extras.count)
  }
}
