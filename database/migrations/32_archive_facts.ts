import { BaseSchema } from '@adonisjs/lucid/schema'
import { DEFAULT_FIRST_KEY, EARLIER_FIRST_KEY } from '#app/database/local_keys'
import { settings } from '#start/env'

/**
 * Facts about the archive that don't change after its creation. Migrations of plugins run after
 * those of the server, so an archive in which some have already run was created by an earlier
 * version and keeps the first local key of that version.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      CREATE TABLE IF NOT EXISTS archive_facts (
        is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
        -- First ID of rows created on this server, in tables that are also filled from files.
        first_local_id bigint NOT NULL
      )
    `)
    this.schema.raw(`
      INSERT INTO archive_facts (first_local_id)
      SELECT CASE WHEN EXISTS (SELECT FROM adonis_schema WHERE name LIKE 'plugins/%')
                  THEN ${EARLIER_FIRST_KEY} ELSE ${settings.localIdsFrom ?? DEFAULT_FIRST_KEY} END
      ON CONFLICT DO NOTHING
    `)
  }

  /** Irreversible, because local rows may already use keys from there. */
  async down() {}
}
