import { column } from '@adonisjs/lucid/orm'
import type { ModelAdapterOptions } from '@adonisjs/lucid/types/model'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { CachedRow } from './cached_row.js'
import { KEY } from './dated_row.js'

export default class Account extends CachedRow {
  static override table = 'accounts'
  static override readonly quiet = ['lastSignIn']

  @column({ isPrimary: true, ...KEY })
  declare id: number

  @column()
  declare dateCreated: Date

  @column()
  declare dateModified: Date

  @column()
  declare username: string

  @column()
  declare email: string | null

  @column()
  declare emailConfirmedAt: Date | null

  /** Password hash; null if the account can be used only with its tokens. */
  @column({ serializeAs: null })
  declare password: string | null

  @column()
  declare firstName: string

  @column()
  declare lastName: string

  @column()
  declare timeZone: string

  /** Whether Curia may store the account's searches. */
  @column()
  declare logSearches: boolean

  /** Whether the account automatically follows dockets of forwarded court emails. */
  @column()
  declare autoSubscribe: boolean

  @column()
  declare isActive: boolean

  @column({ ...KEY })
  declare roleId: number | null

  @column()
  declare lastSignIn: Date | null

  override cachedAccount() {
    // No process can have cached an account that isn't stored yet.
    return this.$isPersisted ? this.id : undefined
  }

  /** Finds an account by username, ignoring case. */
  static withUsername(username: string, options?: ModelAdapterOptions): Promise<Account | null> {
    return this.query(options).whereRaw('curia_fold(username) = curia_fold(?)', [username]).first()
  }

  /** Finds an account by email address, ignoring case. */
  static withEmail(email: string, options?: ModelAdapterOptions): Promise<Account | null> {
    return this.query(options).whereRaw('curia_fold(email) = curia_fold(?)', [email]).first()
  }

  /** Finds an account by username or email address; the username takes precedence. */
  static forSignIn(text: string): Promise<Account | null> {
    return this.query()
      .whereRaw('curia_fold(username) = curia_fold(?)', [text])
      .orWhereRaw('curia_fold(email) = curia_fold(?)', [text])
      .orderByRaw('curia_fold(username) = curia_fold(?) DESC', [text])
      .first()
  }

  /**
   * Locks an account until the transaction ends.
   *
   * @throws E_ROW_NOT_FOUND
   */
  static lock<T extends typeof Account>(
    this: T,
    trx: TransactionClientContract,
    id: number
  ): Promise<InstanceType<T>> {
    return this.query({ client: trx }).where('id', id).forUpdate().firstOrFail()
  }
}
