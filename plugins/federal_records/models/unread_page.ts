import { BaseModel, column } from '@adonisjs/lucid/orm'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { KEY } from '#app/models/dated_row'

/** Where a page came from. */
export type PageSource = 'upload' | 'fetch' | 'email' | 'feed'

/** Pages of a group that are kept in addition to the last page of each passage. */
const KEPT = 10

/** SQL condition: all dockets of a page exist, and staff sealed none of their documents. */
export const IS_VISIBLE = `NOT EXISTS (
    SELECT FROM unnest(docket_ids) AS named (id)
    WHERE NOT EXISTS (SELECT FROM dockets k WHERE k.id = named.id)
  ) AND NOT EXISTS (
    SELECT FROM document_seals s JOIN archive_documents doc ON doc.id = s.document_id
    JOIN docket_entries e ON e.id = doc.docket_entry_id WHERE e.docket_id = ANY(docket_ids)
  )`

/** A page with unread text. */
export default class UnreadPage extends BaseModel {
  static override table = 'unread_pages'

  @column({ isPrimary: true, ...KEY })
  declare id: number

  @column()
  declare dateCreated: Date

  @column({ ...KEY })
  declare groupId: number

  @column()
  declare source: PageSource

  @column()
  declare digest: string

  @column({ ...KEY })
  declare size: number

  /** On the disk; empty if the page isn't kept. */
  @column()
  declare path: string

  /** Kept pages of a group that staff may see, newest first. */
  static listVisible(groupId: number): Promise<UnreadPage[]> {
    return this.query()
      .where({ groupId })
      .whereNot('path', '')
      .whereRaw(IS_VISIBLE)
      .orderBy('id', 'desc')
      .limit(KEPT)
  }

  /** The kept pages among these that staff may see. @returns their IDs */
  static async visibleAmong(ids: number[]): Promise<Set<number>> {
    const rows = await this.query().whereIn('id', ids).whereNot('path', '').whereRaw(IS_VISIBLE)
    return new Set(rows.map(({ id }) => id))
  }

  /** @returns null if the page isn't kept, or if its docket is sealed or deleted */
  static findVisible(groupId: number, id: number): Promise<UnreadPage | null> {
    return this.query().where({ groupId, id }).whereNot('path', '').whereRaw(IS_VISIBLE).first()
  }

  /** Whether a page with these dockets may be kept. */
  static async isAllowed(trx: TransactionClientContract, dockets: number[]): Promise<boolean> {
    const { rows } = await trx.rawQuery<{ rows: { allowed: boolean }[] }>(
      `SELECT ${IS_VISIBLE} AS allowed FROM (SELECT ?::bigint[] AS docket_ids) AS page`,
      [dockets as unknown as string]
    )
    return rows[0]!.allowed
  }

  /** Stops keeping the pages of dockets. @returns paths of their files */
  static async releaseOfDockets(
    trx: TransactionClientContract,
    dockets: number[]
  ): Promise<string[]> {
    const { rows } = await trx.rawQuery<{ rows: { path: string }[] }>(
      `UPDATE unread_pages p SET path = '' FROM (
         SELECT id, path FROM unread_pages WHERE path <> '' AND docket_ids && ?::bigint[]
         ORDER BY id FOR UPDATE
       ) AS kept WHERE p.id = kept.id RETURNING kept.path`,
      [dockets as unknown as string]
    )
    return rows.map(({ path }) => path)
  }

  /**
   * Stops keeping pages that are neither among the newest of a group nor the last page of a
   * passage.
   *
   * @returns paths of their files
   */
  static async releaseOld(trx: TransactionClientContract, groupId: number): Promise<string[]> {
    const { rows } = await trx.rawQuery<{ rows: { path: string }[] }>(
      `UPDATE unread_pages p SET path = '', docket_ids = '{}' FROM (
         SELECT q.id, q.path FROM unread_pages q WHERE q.group_id = ? AND q.docket_ids <> '{}'
           AND NOT EXISTS (SELECT FROM unread_passages f WHERE f.page_id = q.id)
         ORDER BY q.id DESC OFFSET ?
       ) AS old WHERE p.id = old.id RETURNING old.path`,
      [groupId, KEPT]
    )
    return rows.flatMap(({ path }) => path || [])
  }
}
