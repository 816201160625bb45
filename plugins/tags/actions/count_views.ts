import type { Database } from '@adonisjs/lucid/database'
import { ident } from '#app/support/sql_text'
import Tag from '../models/tag.js'

/** Resources whose page views are counted, by the first letter of the view's label. */
export const VIEWED: Record<string, string> = { d: 'dockets', p: 'people', o: 'clusters' }

/** Counts a view of a record's page, in one statement because views can be concurrent. */
export class CountPageView {
  /** @returns views so far; undefined if the record doesn't exist */
  async handle(
    database: Pick<Database, 'rawQuery'>,
    { label, table, key }: { label: string; table: string; key: string }
  ): Promise<number | undefined> {
    const { rows } = await database.rawQuery<{ rows: { value: string }[] }>(
      `INSERT INTO page_views (label, value)
       SELECT ?, 1 WHERE EXISTS (SELECT 1 FROM ${ident(table)} WHERE id = ?::bigint)
       ON CONFLICT (label) DO UPDATE SET value = page_views.value + 1 RETURNING value`,
      [label, key]
    )
    return rows[0] && Number(rows[0].value)
  }
}

/** Counts a view of a tag's page, in one statement because views can be concurrent. */
export class CountTagView {
  async handle(id: number): Promise<void> {
    await Tag.query().where('id', id).increment('viewCount', 1)
  }
}
