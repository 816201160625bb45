import { BaseSchema } from '@adonisjs/lucid/schema'

/** Upstreams with the names of the public service, filtered mirrors, and repeated reads of lists. */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      ALTER TABLE mirrors
        -- Names of the upstream's API: its own, or those of the public service.
        ADD COLUMN names text COLLATE "C" NOT NULL DEFAULT 'own' CHECK (names IN ('own', 'public')),
        -- Resource whose records match the filter; null for whole lists.
        ADD COLUMN root text COLLATE "C",
        -- Pairs of a parameter and its value.
        ADD COLUMN filters jsonb NOT NULL DEFAULT '[]',
        -- The last failure; null after a success.
        ADD COLUMN error text
    `)
    this.schema.raw(`
      ALTER TABLE mirror_copies
        -- Start of the current pass, by the upstream's clock.
        ADD COLUMN date_started timestamptz,
        -- Start of the last complete pass.
        ADD COLUMN date_read timestamptz,
        -- Highest ID that was read.
        ADD COLUMN last_key bigint,
        -- When the IDs after it were last read.
        ADD COLUMN date_keys_read timestamptz NOT NULL DEFAULT now()
    `)
  }

  async down() {
    this.schema.raw(
      'ALTER TABLE mirror_copies DROP COLUMN date_started, DROP COLUMN date_read, DROP COLUMN last_key, DROP COLUMN date_keys_read'
    )
    this.schema.raw(
      'ALTER TABLE mirrors DROP COLUMN names, DROP COLUMN root, DROP COLUMN filters, DROP COLUMN error'
    )
  }
}
