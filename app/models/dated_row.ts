import { BaseModel, beforeSave } from '@adonisjs/lucid/orm'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'

/** A 64-bit key column, which the driver returns as text. */
export const KEY = { consume: (value: string | null) => (value === null ? null : Number(value)) }

/** A row with a hook that maintains `date_modified`. Query builder statements don't run hooks. */
export class DatedRow extends BaseModel {
  /** Attributes that don't count as modifications. */
  static readonly quiet: readonly string[] = []

  /** Whether any attribute that counts as a modification has changed. */
  get isModified(): boolean {
    const { quiet } = this.constructor as typeof DatedRow
    return Object.keys(this.$dirty).some((name) => !quiet.includes(name))
  }

  /**
   * Locks a row until the transaction ends, so that rows counted for it don't change. Rows
   * that refer to it may still be inserted.
   */
  static async lockForCount(trx: TransactionClientContract, id: number | string): Promise<void> {
    const query = this.query({ client: trx }).where('id', id).select('id')
    // Lucid has no method for this lock.
    void query.knexQuery.forNoKeyUpdate()
    await query
  }

  /** Counts an account's rows, for models with a `userId`. */
  static async countByAccount(trx: TransactionClientContract, userId: number): Promise<number> {
    const { $extras } = await this.query({ client: trx })
      .where({ userId })
      .count('* as count')
      .firstOrFail()
    return Number($extras.count)
  }

  @beforeSave()
  static keepDateModified(row: DatedRow): void {
    const { $columnsDefinitions } = row.constructor as typeof DatedRow
    if (row.$isPersisted && row.isModified && $columnsDefinitions.has('dateModified'))
      Object.assign(row, { dateModified: new Date() })
  }
}
