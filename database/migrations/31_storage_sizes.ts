import { BaseSchema } from '@adonisjs/lucid/schema'

/** Storage sizes, measured hourly for the staff dashboard. */
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
