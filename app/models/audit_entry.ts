import { BaseModel, column } from '@adonisjs/lucid/orm'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { KEY } from './dated_row.js'

const JSON_TEXT = { prepare: (value: unknown) => (value ? JSON.stringify(value) : null) }

export interface AuditFact {
  action: string
  /** The affected account, if any. */
  account?: { id: number; username: string }
  subject: string
  before?: object
  after?: object
}

/** A change made by staff. */
export default class AuditEntry extends BaseModel {
  static override table = 'audit_entries'

  @column({ isPrimary: true, ...KEY })
  declare id: number

  @column()
  declare dateCreated: Date

  /** Null for changes made on the command line. */
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

  /** Records a change in the transaction that makes it. */
  static async record(
    trx: TransactionClientContract,
    actor: { id: number | null; name: string },
    fact: AuditFact
  ): Promise<void> {
    await this.create(
      {
        actorId: actor.id,
        actor: actor.name,
        action: fact.action,
        accountId: fact.account?.id ?? null,
        account: fact.account?.username ?? '',
        subject: fact.subject,
        before: fact.before ?? null,
        after: fact.after ?? null,
      },
      { client: trx }
    )
  }

  /** The latest changes to an account, newest first. */
  static listNewestByAccount(accountId: number, count: number): Promise<AuditEntry[]> {
    return this.query().where({ accountId }).orderBy('id', 'desc').limit(count)
  }
}
