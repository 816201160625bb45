import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { BaseModel, column } from '@adonisjs/lucid/orm'
import { KEY } from '#app/models/dated_row'

/** Two entries of a docket that the evidence can't tell apart, for review by staff. */
export default class PossibleDuplicate extends BaseModel {
  static override table = 'possible_duplicates'

  @column({ isPrimary: true, ...KEY })
  declare id: number

  @column(KEY)
  declare docketId: number

  /** The entry with the lower ID. */
  @column(KEY)
  declare entryId: number

  @column(KEY)
  declare otherId: number

  /** The evidence: `label`, `several candidates`. */
  @column()
  declare reason: string

  @column()
  declare dateDismissed: Date | null

  /** An open pair, locked until the transaction ends. */
  static locked(trx: TransactionClientContract, id: number): Promise<PossibleDuplicate | null> {
    return this.query({ client: trx }).where({ id }).whereNull('dateDismissed').forUpdate().first()
  }
}
