import db from '@adonisjs/lucid/services/db'
import KeptText from './kept_text.js'
import type { StoredTexts } from './tool_store.js'

/** Texts in the database. The statement that writes one replaces an existing row, also when two write at once. */
export class PostgresTexts implements StoredTexts {
  readonly kind = 'postgres'

  async get(key: string): Promise<string | null> {
    const row = await KeptText.query()
      .where({ key })
      .whereRaw('expires_at > now()')
      .select('text')
      .first()
    return row?.text ?? null
  }

  async set(key: string, text: string, seconds: number): Promise<void> {
    const knex = db.connection().getWriteClient()
    await knex(KeptText.table)
      .insert({ key, text, expires_at: knex.raw('now() + make_interval(secs => ?)', [seconds]) })
      .onConflict('key')
      .merge()
  }

  async delete(key: string): Promise<void> {
    await KeptText.query().where({ key }).delete()
  }

  async check(): Promise<void> {
    await db.rawQuery('SELECT 1')
  }
}
