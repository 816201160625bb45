import { column } from '@adonisjs/lucid/orm'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { DatedRow, KEY } from '#app/models/dated_row'
import { STATUS, type CopyState, type Status } from '../codes.js'

const OPEN: Status[] = [STATUS.queued, STATUS.processing, STATUS.retrying]

/** A court notice and its processing status. */
export default class CourtNotice extends DatedRow {
  static override table = 'court_notices'

  @column({ isPrimary: true, ...KEY })
  declare id: number

  @column()
  declare dateCreated: Date

  @column()
  declare dateModified: Date

  @column({ ...KEY })
  declare accountId: number | null

  @column()
  declare origin: string

  @column()
  declare digest: string

  @column()
  declare sender: string

  @column()
  declare courtId: string | null

  @column()
  declare registryCaseId: string

  @column()
  declare path: string

  @column()
  declare copyPath: string

  @column()
  declare status: Status

  @column()
  declare copy: CopyState

  @column()
  declare message: string

  @column()
  declare retries: number

  @column({ ...KEY })
  declare docketId: number | null

  @column({ ...KEY })
  declare docketEntryId: number | null

  @column()
  declare offered: boolean

  /** Whether processing is pending. */
  get isOpen(): boolean {
    return OPEN.includes(this.status)
  }

  static lock(trx: TransactionClientContract, id: number): Promise<CourtNotice | null> {
    return this.query({ client: trx }).where({ id }).forUpdate().first()
  }

  /** The newest notices of an account. */
  static listNewestByAccount(accountId: number, limit: number): Promise<CourtNotice[]> {
    return this.query().where({ accountId }).orderBy('id', 'desc').limit(limit)
  }

  /** Whether the owner was already emailed how to follow the docket. */
  static async isOffered(
    trx: TransactionClientContract,
    accountId: number,
    docketId: number
  ): Promise<boolean> {
    const query = this.query({ client: trx }).where({ accountId, docketId, offered: true })
    return (await query.first()) !== null
  }
}
