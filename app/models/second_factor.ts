import { column } from '@adonisjs/lucid/orm'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { CachedRow } from './cached_row.js'
import { KEY } from './dated_row.js'

/** An account's authenticator app. */
export default class SecondFactor extends CachedRow {
  static override table = 'second_factors'
  static override selfAssignPrimaryKey = true
  static override readonly quiet = ['lastStep']

  @column({ isPrimary: true, ...KEY })
  declare accountId: number

  @column()
  declare dateCreated: Date

  @column()
  declare dateModified: Date

  /** The encrypted secret shared with the app. */
  @column({ serializeAs: null })
  declare secret: string

  /**
   * Null until the account has entered a correct code. Sign-in doesn't require codes before
   * that.
   */
  @column()
  declare dateConfirmed: Date | null

  /** Time step of the last accepted code. */
  @column({ ...KEY })
  declare lastStep: number

  override cachedAccount() {
    return this.accountId
  }

  /** Locks the second factor of an account until the transaction ends. */
  static lock(trx: TransactionClientContract, accountId: number): Promise<SecondFactor | null> {
    return this.query({ client: trx }).where({ accountId }).forUpdate().first()
  }
}
