import { BaseModel, column } from '@adonisjs/lucid/orm'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { KEY } from '#app/models/dated_row'

const ABBREVIATIONS: Record<string, string> = { acms: 'ACMS', rss: 'RSS', json: 'JSON' }

/** Label of a kind of page: `District docket`. */
export function kindLabel(kind: string): string {
  const words = kind.split('_').map((word) => ABBREVIATIONS[word] ?? word)
  return words.join(' ').replace(/^[a-z]/, (letter) => letter.toUpperCase())
}

/** The staff page of a group. */
export const unreadTextPath = (court: string, kind: string): string =>
  `/admin/unread-text/${court}/${kind}/`

/** Unread text of one kind of page of a court. */
export default class UnreadGroup extends BaseModel {
  static override table = 'unread_groups'

  @column({ isPrimary: true, ...KEY })
  declare id: number

  @column()
  declare courtId: string

  @column()
  declare kind: string

  /** Number of passages that aren't dismissed. */
  @column()
  declare passages: number

  /** Number of pages with such passages. */
  @column({ ...KEY })
  declare pages: number

  @column()
  declare firstSeen: Date

  @column()
  declare newestSeen: Date

  @column()
  declare lastSeen: Date

  /**
   * Locks a group until the transaction ends, and creates it if necessary. Its passages and pages
   * are only changed with this lock.
   */
  static async lock(
    trx: TransactionClientContract,
    { courtId, kind }: Pick<UnreadGroup, 'courtId' | 'kind'>
  ): Promise<number> {
    const find = () =>
      this.query({ client: trx }).where({ courtId, kind }).select('id').forUpdate().first()
    const found = await find()
    if (found) return found.id
    await trx.rawQuery(
      'INSERT INTO unread_groups (court_id, kind) VALUES (?, ?) ON CONFLICT (court_id, kind) DO NOTHING',
      [courtId, kind]
    )
    return (await find())!.id
  }

  /** Whether the archive has a court. */
  static async isCourt(id: string): Promise<boolean> {
    return (await this.query().client.from('courts').where('id', id).first()) !== null
  }

  /** Locks existing groups in the order of their IDs, so that transactions can't deadlock. */
  static async lockAll(trx: TransactionClientContract, ids: number[]): Promise<void> {
    await this.query({ client: trx }).whereIn('id', ids).orderBy('id').forUpdate()
  }

  /**
   * Updates the counts and times of groups.
   *
   * @param ids locked groups
   * @param added pages that were added to each
   */
  static async summarize(trx: TransactionClientContract, ids: number[], added = 0): Promise<void> {
    await trx.rawQuery(
      `UPDATE unread_groups g SET
         passages = counted.passages,
         pages = CASE WHEN counted.passages = 0 THEN 0 ELSE g.pages + ? END,
         first_seen = coalesce(counted.first_seen, g.first_seen),
         newest_seen = coalesce(counted.newest_seen, g.newest_seen),
         last_seen = coalesce(counted.last_seen, g.last_seen)
       FROM unnest(?::bigint[]) AS changed (id) CROSS JOIN LATERAL (
         SELECT count(*)::int AS passages, min(p.first_seen) AS first_seen,
           max(p.first_seen) AS newest_seen, max(p.last_seen) AS last_seen
         FROM unread_passages p WHERE p.group_id = changed.id AND NOT p.is_dismissed
       ) AS counted WHERE g.id = changed.id`,
      [added, ids as unknown as string]
    )
  }
}
