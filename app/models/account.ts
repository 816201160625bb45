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

  /** Hash of the password; null for an account that only its tokens open. */
  @column({ serializeAs: null })
  declare password: string | null

  @column()
  declare firstName: string

  @column()
  declare lastName: string

  @column()
  declare timeZone: string

  /** Whether its searches may be kept. */
  @column()
  declare logSearches: boolean

  /** Whether dockets of forwarded court emails are followed automatically. */
  @column()
  declare autoSubscribe: boolean

  @column()
  declare isActive: boolean

  @column({ ...KEY })
  declare roleId: number | null

  @column()
  declare lastSignIn: Date | null

  override cachedAccount() {
    // No process has cached an account that is about to be inserted.
    return this.$isPersisted ? this.id : undefined
  }

  /** The account with a username, in whatever case. */
  static withUsername(username: string, options?: ModelAdapterOptions): Promise<Account | null> {
    return this.query(options).whereRaw('curia_fold(username) = curia_fold(?)', [username]).first()
  }

  /** The account with an email address, in whatever case. */
  static withEmail(email: string, options?: ModelAdapterOptions): Promise<Account | null> {
    return this.query(options).whereRaw('curia_fold(email) = curia_fold(?)', [email]).first()
  }

  /** The account that signs in with a text: its username, or else its email address. */
  static forSignIn(text: string): Promise<Account | null> {
    return this.query()
      .whereRaw('curia_fold(username) = curia_fold(?)', [text])
      .orWhereRaw('curia_fold(email) = curia_fold(?)', [text])
      .orderByRaw('curia_fold(username) = curia_fold(?) DESC', [text])
      .first()
  }

  /**
   * The account, locked until the transaction ends.
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
