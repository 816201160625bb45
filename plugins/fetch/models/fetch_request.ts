import { beforeSave, column } from '@adonisjs/lucid/orm'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { DatedRow, KEY } from '#app/models/dated_row'
import { OPEN } from '../codes.js'

/** Time of each status, by status. */
export type StatusTimes = Record<string, string>

/** An account's request to fetch from the court system, with its status. */
export default class FetchRequest extends DatedRow {
  static override table = 'fetch_requests'

  @column({ isPrimary: true, ...KEY })
  declare id: number

  @column()
  declare dateCreated: Date

  @column()
  declare dateModified: Date

  @column()
  declare dateCompleted: Date | null

  @column({ ...KEY })
  declare userId: number

  @column()
  declare courtId: string | null

  @column({ ...KEY })
  declare docketId: number | null

  @column({ ...KEY })
  declare recapDocumentId: number | null

  @column()
  declare status: number

  @column()
  declare requestType: number

  @column()
  declare message: string

  @column()
  declare registryCaseId: string

  @column()
  declare docketNumber: string

  @column()
  declare deDateStart: Date | string | null

  @column()
  declare deDateEnd: Date | string | null

  @column()
  declare deNumberStart: number | null

  @column()
  declare deNumberEnd: number | null

  @column()
  declare showPartiesAndCounsel: boolean

  @column()
  declare showTerminatedParties: boolean

  @column()
  declare showListOfMemberCases: boolean

  @column()
  declare askedCourtId: string | null

  @column()
  declare errorCode: string

  @column()
  declare errorRetryable: boolean

  @column({ prepare: (value: StatusTimes) => JSON.stringify(value) })
  declare statusTimes: StatusTimes

  @column()
  declare retries: number

  @column()
  declare nextAttempt: Date | null

  @column()
  declare sessionKey: string

  /** Whether processing is pending. */
  get isOpen(): boolean {
    return OPEN.includes(this.status)
  }

  @beforeSave()
  static noteTime(row: FetchRequest): void {
    if (!('status' in row.$dirty)) return
    row.statusTimes = { ...row.statusTimes, ...buildStatusTime(row.status) }
    row.dateCompleted = row.isOpen ? null : new Date()
  }

  static locked(trx: TransactionClientContract, id: number): Promise<FetchRequest | null> {
    return this.query({ client: trx }).where({ id }).forUpdate().first()
  }

  /** The newest requests of an account. */
  static listNewestByAccount(userId: number, limit: number): Promise<FetchRequest[]> {
    return this.query().where({ userId }).orderBy('id', 'desc').limit(limit)
  }
}

/** The current time as the start of a status, as stored and shown. */
export function buildStatusTime(status: number, now = new Date()): StatusTimes {
  return { [status]: now.toISOString().replace('Z', '000+00:00') }
}
