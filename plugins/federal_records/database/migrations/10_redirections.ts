import { BaseSchema } from '@adonisjs/lucid/schema'
import { createIndexes } from '#app/database/create_indexes'

/** IDs of merged entries and documents, with the IDs of the remaining records. */
export default class extends BaseSchema {
  async up() {
    for (const [table, target] of TABLES)
      this.schema.raw(`
        CREATE TABLE ${table} (
          deleted_id bigint PRIMARY KEY,
          kept_id bigint NOT NULL REFERENCES ${target} ON DELETE CASCADE,
          date_created timestamptz NOT NULL DEFAULT now()
        )
      `)
    createIndexes(
      this.schema,
      TABLES.map(([table]) => [table, 'kept_id'])
    )
  }

  async down() {
    for (const [table] of TABLES) this.schema.raw(`DROP TABLE ${table}`)
  }
}

const TABLES = [
  ['docket_entry_redirections', 'docket_entries'],
  ['document_redirections', 'archive_documents'],
]
