import type { Database } from '@adonisjs/lucid/database'
import type { StoredTexts } from './tool_store.js'
import { BaseModel, column } from '@adonisjs/lucid/orm'

/** Texts in the database. Writes are upserts, so concurrent writes of a key don't fail. */
export class PostgresTexts implements StoredTexts {
  readonly kind = 'postgres'

  constructor(readonly database: Database) {}

  async get(key: string): Promise<string | null> {
    const row = await KeptText.query()
      .where({ key })
      .whereRaw('expires_at > now()')
      .select('text')
      .first()
    return row?.text ?? null
  }

  set(key: string, text: string, seconds: number): Promise<void> {
    return this.replace([key], text, seconds)
  }

  async add(key: string, text: string, seconds: number): Promise<boolean> {
    const kept = await this.#inserting([key], text, seconds)
      .merge()
      .whereRaw(`${KeptText.table}.expires_at <= now()`)
      .returning('key')
    return kept.length > 0
  }

  async replace(keys: readonly string[], text: string, seconds: number): Promise<void> {
    await this.#inserting(keys, text, seconds).merge()
  }

  #inserting(keys: readonly string[], text: string, seconds: number) {
    const knex = this.database.connection().getWriteClient()
    const expiresAt = knex.raw('now() + make_interval(secs => ?)', [seconds])
    const rows = keys.map((key) => ({ key, text, expires_at: expiresAt }))
    return knex(KeptText.table).insert(rows).onConflict('key')
  }

  async delete(key: string): Promise<void> {
    await KeptText.query().where({ key }).delete()
  }

  async deleteAll(prefix: string): Promise<void> {
    await KeptText.query().whereRaw('starts_with(key, ?)', [prefix]).delete()
  }

  async check(): Promise<void> {
    await this.database.rawQuery('SELECT 1')
  }
}

/** A stored text. */
class KeptText extends BaseModel {
  static override table = 'tool_texts'
  static override selfAssignPrimaryKey = true

  @column({ isPrimary: true })
  declare key: string

  @column()
  declare text: string

  @column()
  declare expiresAt: Date
}
