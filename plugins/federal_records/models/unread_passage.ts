import { BaseModel, column } from '@adonisjs/lucid/orm'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { KEY } from '#app/models/dated_row'

/** Passages per page of a group. */
const SHOWN = 50
/** Maximum number of passages and of dismissed passages of a group. */
const MAX = { open: 500, dismissed: 2000 }

/** A passage of pages that wasn't read. Passages that differ only in numbers and dates are one. */
export default class UnreadPassage extends BaseModel {
  static override table = 'unread_passages'

  @column({ isPrimary: true, ...KEY })
  declare id: number

  @column({ ...KEY })
  declare groupId: number

  @column()
  declare digest: string

  /** Empty for dismissed passages. */
  @column()
  declare text: string

  @column()
  declare place: string

  /** Number of pages with it. */
  @column({ ...KEY })
  declare pages: number

  /** The last page with it. */
  @column({ ...KEY })
  declare pageId: number | null

  @column()
  declare isShared: boolean

  @column()
  declare isDismissed: boolean

  @column()
  declare firstSeen: Date

  @column()
  declare lastSeen: Date

  /**
   * Passages of a group that aren't dismissed, newest first.
   *
   * @param before ID; only earlier passages are returned
   */
  static async listNewest(
    groupId: number,
    before?: number
  ): Promise<{ passages: UnreadPassage[]; more: boolean }> {
    const rows = await this.query()
      .where({ groupId, isDismissed: false })
      .if(before, (query) => query.where('id', '<', before!))
      .orderBy('id', 'desc')
      .limit(SHOWN + 1)
    return { passages: rows.slice(0, SHOWN), more: rows.length > SHOWN }
  }

  /** Removes the passages of a group that weren't seen or dismissed for the longest time. */
  static async removeOldest(
    trx: TransactionClientContract,
    groupId: number,
    which: keyof typeof MAX = 'open'
  ): Promise<void> {
    await trx.rawQuery(
      `DELETE FROM unread_passages WHERE id IN (
         SELECT id FROM unread_passages WHERE group_id = ? AND is_dismissed = ?
         ORDER BY last_seen DESC, id DESC OFFSET ?)`,
      [groupId, which === 'dismissed', MAX[which]]
    )
  }

  /** The digests among these whose passages were dismissed. */
  static async dismissedAmong(
    client: TransactionClientContract | undefined,
    { groupId, digests }: { groupId: number; digests: string[] }
  ): Promise<Set<string>> {
    const rows = await this.query({ client })
      .where({ groupId, isDismissed: true })
      .whereIn('digest', digests)
      .select('digest')
    return new Set(rows.map(({ digest }) => digest))
  }
}
