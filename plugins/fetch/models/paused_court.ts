import { BaseModel, column } from '@adonisjs/lucid/orm'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'

/** Message of a request that waits for the end of a pause. */
export const PAUSED_MESSAGE =
  'Fetching from this court is paused on this server. The request waits, and is worked on when the pause ends.'

/** A court at which nothing is fetched until staff end the pause. */
export default class PausedCourt extends BaseModel {
  static override table = 'fetch_paused_courts'

  @column({ isPrimary: true })
  declare courtId: string

  @column()
  declare dateCreated: Date

  @column()
  declare reason: string

  /** Whether a court is paused; the end of its pause waits for the transaction. */
  static async isPaused(trx: TransactionClientContract, courtId: string): Promise<boolean> {
    return (await this.query({ client: trx }).where({ courtId }).forShare().first()) !== null
  }
}
