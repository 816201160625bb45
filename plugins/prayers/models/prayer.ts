import { BaseModel, column } from '@adonisjs/lucid/orm'
import type { ModelAdapterOptions } from '@adonisjs/lucid/types/model'
import { KEY } from '#app/models/dated_row'
import { choices } from '#api/fields'
import type { AccountRecord } from '#app/accounts/account_cache'

/** States of a prayer. */
export const WAITING = 1
export const GRANTED = 2

export const STATUSES = choices({ [WAITING]: 'Waiting', [GRANTED]: 'Granted' })

/** Maximum requests per account in any 24 hours. */
const DAILY = { standard: 5, members: 15 }

interface PrayerQuota {
  limit: number
  left: number
}

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

  /** Finds the request of an account for a document. */
  static ofAccount(
    userId: number,
    documentId: number | string,
    options?: ModelAdapterOptions
  ): Promise<Prayer | null> {
    return this.query(options).where({ userId, documentId }).first()
  }

  /** Finds a pending request by its ID. */
  static waiting(id: string): Promise<Prayer | null> {
    return this.query().where({ id, status: WAITING }).first()
  }

  /** Counts the requests of an account in the last 24 hours. */
  static async countOfDay(userId: number, options?: ModelAdapterOptions): Promise<number> {
    const { $extras } = await this.query(options)
      .where({ userId })
      .whereRaw(`date_created > now() - interval '24 hours'`)
      .count('* as count')
      .firstOrFail()
    return Number($extras.count)
  }
}

/** The daily limit of an account, and what remains. Withdrawn requests don't count. */
export async function loadPrayerQuota(
  { id, policy }: AccountRecord,
  options?: ModelAdapterOptions
): Promise<PrayerQuota> {
  const limit = policy.activeMembership() ? DAILY.members : DAILY.standard
  return { limit, left: Math.max(0, limit - (await Prayer.countOfDay(id, options))) }
}
