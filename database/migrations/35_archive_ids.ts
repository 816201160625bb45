import { BaseSchema } from '@adonisjs/lucid/schema'

/** Identifies the archive in its exports; a restored backup keeps the ID. */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(
      'ALTER TABLE archive_facts ADD COLUMN IF NOT EXISTS archive_id uuid NOT NULL DEFAULT gen_random_uuid()'
    )
  }

  async down() {
    this.schema.raw('ALTER TABLE archive_facts DROP COLUMN archive_id')
  }
}
