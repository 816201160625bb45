import { BaseModel, column } from '@adonisjs/lucid/orm'
import { KEY } from './dated_row.js'

const JSON_TEXT = { prepare: (value: unknown) => (value ? JSON.stringify(value) : null) }

/** One change by staff: who, what, before and after. */
export default class AuditEntry extends BaseModel {
  static override table = 'audit_entries'

  @column({ isPrimary: true, ...KEY })
  declare id: number

  @column()
  declare dateCreated: Date

  /** Null for the command line. */
  @column({ ...KEY })
  declare actorId: number | null

  @column()
  declare actor: string

  @column()
  declare action: string

  @column({ ...KEY })
  declare accountId: number | null

  @column()
  declare account: string

  @column()
  declare subject: string

  @column(JSON_TEXT)
  declare before: object | null

  @column(JSON_TEXT)
  declare after: object | null

  /** The last changes of an account, newest first. */
  static lastOf(accountId: number, count: number): Promise<AuditEntry[]> {
    return this.query().where({ accountId }).orderBy('id', 'desc').limit(count)
  }
}
