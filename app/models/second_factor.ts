import { column } from '@adonisjs/lucid/orm'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { CachedRow } from './cached_row.js'
import { KEY } from './dated_row.js'

/** The authenticator app of an account. */
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

  /** Encrypted secret that the app shares. */
  @column({ serializeAs: null })
  declare secret: string

  /** Null until the first code was right; until then it is not asked for. */
  @column()
  declare dateConfirmed: Date | null

  /** Time step of the last accepted code. */
  @column({ ...KEY })
  declare lastStep: number

  override cachedAccount() {
    return this.accountId
  }

  /** That of an account, locked until the transaction ends. */
  static lock(trx: TransactionClientContract, accountId: number): Promise<SecondFactor | null> {
    return this.query({ client: trx }).where({ accountId }).forUpdate().first()
  }
}
