import { BaseSchema } from '@adonisjs/lucid/schema'

/** The state of an unfinished comparison of IDs. */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      ALTER TABLE mirror_copies
        -- IDs up to here were compared.
        ADD COLUMN compared_to bigint,
        -- Whether the whole list was compared.
        ADD COLUMN is_compared boolean NOT NULL DEFAULT false
    `)
  }

  async down() {
    this.schema.raw('ALTER TABLE mirror_copies DROP COLUMN compared_to, DROP COLUMN is_compared')
  }
}
