import { BaseSchema } from '@adonisjs/lucid/schema'

/** Running fetches, and courts paused by staff. */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      -- One running fetch per account and court.
      CREATE TABLE fetch_lanes (
        user_id bigint NOT NULL REFERENCES accounts ON DELETE CASCADE,
        court_id text COLLATE "C" NOT NULL REFERENCES courts ON DELETE CASCADE,
        -- Process that has the lease, which ends with the process or expires.
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
      -- Whether the court restricts the document to participants of the case.
      ALTER TABLE fetch_purchases ADD restricted boolean NOT NULL DEFAULT false
    `)
  }

  async down() {
    this.schema.raw('ALTER TABLE fetch_purchases DROP restricted')
    this.schema.raw('DROP TABLE fetch_paused_courts, fetch_lanes')
  }
}
