import { BaseModel, beforeSave } from '@adonisjs/lucid/orm'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'

/** A column of 64-bit keys, which the driver reads as text. */
export const KEY = { consume: (value: string | null) => (value === null ? null : Number(value)) }

/** A row whose `date_modified` its hook keeps; statements of the query builder run no hooks. */
export class DatedRow extends BaseModel {
  /** Attributes whose change is no modification. */
  static readonly quiet: readonly string[] = []

  /** Whether attributes that count as a modification have changed. */
  get isModified(): boolean {
    const { quiet } = this.constructor as typeof DatedRow
    return Object.keys(this.$dirty).some((name) => !quiet.includes(name))
  }

  /**
   * Locks a row until the transaction ends, so that what is counted of it
   * stays the same. Rows that refer to it may still be inserted.
   */
  static async lockForCount(trx: TransactionClientContract, id: number | string): Promise<void> {
    const query = this.query({ client: trx }).where('id', id).select('id')
    // Lucid has no name for this lock.
    void query.knexQuery.forNoKeyUpdate()
    await query
  }

  @beforeSave()
  static keepDateModified(row: DatedRow): void {
    const { $columnsDefinitions } = row.constructor as typeof DatedRow
    if (row.$isPersisted && row.isModified && $columnsDefinitions.has('dateModified'))
      Object.assign(row, { dateModified: new Date() })
  }
}
