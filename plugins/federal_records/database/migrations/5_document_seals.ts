import { BaseSchema } from '@adonisjs/lucid/schema'

/** Documents sealed by staff. */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      CREATE TABLE document_seals (
        document_id bigint PRIMARY KEY REFERENCES archive_documents ON DELETE CASCADE,
        date_created timestamptz NOT NULL DEFAULT now()
      )
    `)
  }

  async down() {
    this.schema.raw('DROP TABLE document_seals')
  }
}
