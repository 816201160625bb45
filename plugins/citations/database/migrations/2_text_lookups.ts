import { BaseSchema } from '@adonisjs/lucid/schema'
import { createIndexes } from '#app/database/create_indexes'

/** Lookups of long texts on pages, with results so far and pending citations. */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      CREATE TABLE text_lookups (
        id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
        account_id bigint NOT NULL REFERENCES accounts ON DELETE CASCADE,
        date_created timestamptz NOT NULL DEFAULT now(),
        beginning text NOT NULL,
        -- Each with its citations, and what was found for them once it was looked up.
        pieces jsonb NOT NULL,
        -- When a limit lets the next piece pass; null where none refused.
        wait_until timestamptz,
        -- The limit that lets nothing pass.
        blocked boolean NOT NULL DEFAULT false
      )
    `)
    createIndexes(this.schema, [
      ['text_lookups', 'account_id, date_created'],
      ['text_lookups', 'date_created'],
    ])
  }

  async down() {
    this.schema.raw('DROP TABLE text_lookups')
  }
}
