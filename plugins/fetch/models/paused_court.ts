import { BaseModel, column } from '@adonisjs/lucid/orm'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'

/** Message of a queued request at a paused court. */
export const PAUSED_MESSAGE =
  'Fetching from this court is paused on this server. The request stays queued until fetching resumes.'

/** A court that staff have paused. */
export default class PausedCourt extends BaseModel {
  static override table = 'fetch_paused_courts'

  @column({ isPrimary: true })
  declare courtId: string

  @column()
  declare dateCreated: Date

  @column()
  declare reason: string

  /** Whether a court is paused. Locks the row, so that the pause can't end before the transaction. */
  static async isPaused(trx: TransactionClientContract, courtId: string): Promise<boolean> {
    return (await this.query({ client: trx }).where({ courtId }).forShare().first()) !== null
  }
}
