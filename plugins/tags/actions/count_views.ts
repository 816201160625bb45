import type { Database } from '@adonisjs/lucid/database'
import { ident } from '#app/support/sql_text'
import Tag from '../models/tag.js'

/** Counts a view of the page of a row, in one statement: the row must exist, and views come at once. */
export class CountPageView {
  /** @returns views so far; undefined when there is no such row to view */
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

/** Counts a view of a tag's page; in one statement, because views come at once. */
export class CountTagView {
  async handle(id: number): Promise<void> {
    await Tag.query().where('id', id).increment('viewCount', 1)
  }
}
