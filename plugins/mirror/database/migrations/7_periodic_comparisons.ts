import { BaseSchema } from '@adonisjs/lucid/schema'

/** When IDs were compared, and how many records the upstream no longer had. */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      ALTER TABLE mirrors
        -- Null: the next run compares the IDs, because it missed changes.
        ADD COLUMN date_compared timestamptz DEFAULT now()
    `)
    this.schema.raw('ALTER TABLE mirror_copies ADD COLUMN vanished bigint NOT NULL DEFAULT 0')
  }

  async down() {
    this.schema.raw('ALTER TABLE mirror_copies DROP COLUMN vanished')
    this.schema.raw('ALTER TABLE mirrors DROP COLUMN date_compared')
  }
}
