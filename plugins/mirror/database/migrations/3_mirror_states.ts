import { BaseSchema } from '@adonisjs/lucid/schema'

/** States of mirrors. */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      ALTER TABLE mirrors
        -- Whether all lists were copied.
        ADD COLUMN is_copied boolean NOT NULL DEFAULT false,
        -- The changes of the upstream up to this time are here; null before the first copy.
        ADD COLUMN date_current timestamptz,
        -- End of a pause: for a limit, or after the failure in error.
        ADD COLUMN waits_until timestamptz,
        -- Minutes between reads in the last run: 0 for a feed, a day for single runs.
        ADD COLUMN read_every integer
    `)
    this.schema.raw(
      'UPDATE mirrors SET is_copied = date_synced IS NOT NULL, date_current = date_synced'
    )
  }

  async down() {
    this.schema.raw(
      'ALTER TABLE mirrors DROP COLUMN is_copied, DROP COLUMN date_current, DROP COLUMN waits_until, DROP COLUMN read_every'
    )
  }
}
