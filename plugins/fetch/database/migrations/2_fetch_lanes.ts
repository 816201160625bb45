import { BaseSchema } from '@adonisjs/lucid/schema'

/** Who fetches what at the moment, and which courts staff paused. */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      -- One fetch at a time for each account and court: while it runs there is a row.
      CREATE TABLE fetch_lanes (
        user_id bigint NOT NULL REFERENCES accounts ON DELETE CASCADE,
        court_id text COLLATE "C" NOT NULL REFERENCES courts ON DELETE CASCADE,
        -- Process that holds it; the lease ends with it, or by itself.
        leased_by text,
        leased_until timestamptz NOT NULL,
        PRIMARY KEY (user_id, court_id)
      )
    `)
    this.schema.raw(`
      CREATE TABLE fetch_paused_courts (
        court_id text COLLATE "C" PRIMARY KEY REFERENCES courts ON DELETE CASCADE,
        date_created timestamptz NOT NULL DEFAULT now(),
        reason text NOT NULL DEFAULT ''
      )
    `)
    this.schema.raw(`
      -- The court warned that the document is for participants of the case only.
      ALTER TABLE fetch_purchases ADD restricted boolean NOT NULL DEFAULT false
    `)
  }

  async down() {
    this.schema.raw('ALTER TABLE fetch_purchases DROP restricted')
    this.schema.raw('DROP TABLE fetch_paused_courts, fetch_lanes')
  }
}
