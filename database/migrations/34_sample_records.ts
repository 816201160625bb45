import { BaseSchema } from '@adonisjs/lucid/schema'

/** The rows of the sample archive, so that pages and responses can mark them. */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      CREATE TABLE sample_records (
        table_name text NOT NULL,
        id bigint NOT NULL,
        invented boolean NOT NULL,
        PRIMARY KEY (table_name, id)
      )`)
  }

  async down() {
    this.schema.raw('DROP TABLE sample_records')
  }
}
