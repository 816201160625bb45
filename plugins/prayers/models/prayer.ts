import { BaseModel, column } from '@adonisjs/lucid/orm'
import type { ModelAdapterOptions } from '@adonisjs/lucid/types/model'
import { KEY } from '#app/models/dated_row'
import { WAITING } from '../statuses.js'

/** A request of an account for a document. */
export default class Prayer extends BaseModel {
  static override table = 'prayers'

  @column({ isPrimary: true, ...KEY })
  declare id: number

  @column()
  declare dateCreated: Date

  @column({ ...KEY })
  declare userId: number

  @column({ ...KEY })
  declare documentId: number

  @column()
  declare status: number

  @column()
  declare dateGranted: Date | null

  /** When its owner was notified that it is granted. */
  @column()
  declare dateTold: Date | null

  /** When its owner was notified that the document is unavailable. */
  @column()
  declare dateUnavailableTold: Date | null

  /** The request of an account for a document. */
  static ofAccount(
    userId: number,
    documentId: number | string,
    options?: ModelAdapterOptions
  ): Promise<Prayer | null> {
    return this.query(options).where({ userId, documentId }).first()
  }

  /** A request by its ID, unless it is granted. */
  static waiting(id: string): Promise<Prayer | null> {
    return this.query().where({ id, status: WAITING }).first()
  }

  /** How many requests an account made in the last 24 hours. */
  static async countOfDay(userId: number, options?: ModelAdapterOptions): Promise<number> {
    const { $extras } = await this.query(options)
      .where({ userId })
      .whereRaw(`date_created > now() - interval '24 hours'`)
      .count('* as count')
      .firstOrFail()
    return Number($extras.count)
  }
}
