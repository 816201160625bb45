import { BaseSchema } from '@adonisjs/lucid/schema'

/** Sizes of what the server stores, measured in every hour for the staff's start page. */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      CREATE TABLE storage_sizes (
        measured_at timestamptz NOT NULL,
        part text COLLATE "C" NOT NULL,
        bytes bigint NOT NULL,
        PRIMARY KEY (measured_at, part)
      )
    `)
  }

  async down() {
    this.schema.raw('DROP TABLE storage_sizes')
  }
}
