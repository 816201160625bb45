import { BaseSchema } from '@adonisjs/lucid/schema'

/** Redirections can be exported and imported: their key is the ID of the merged record. */
export default class extends BaseSchema {
  async up() {
    for (const table of TABLES)
      this.schema.raw(`ALTER TABLE ${table} RENAME COLUMN deleted_id TO id`)
  }

  async down() {
    for (const table of TABLES)
      this.schema.raw(`ALTER TABLE ${table} RENAME COLUMN id TO deleted_id`)
  }
}

const TABLES = ['docket_entry_redirections', 'document_redirections']
