import { BaseSchema } from '@adonisjs/lucid/schema'

/** Visits of followed dockets' pages, for marks of new entries. */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      CREATE TABLE docket_alert_visits (
        alert_id bigint PRIMARY KEY REFERENCES docket_alerts ON DELETE CASCADE,
        -- First view of the current visit.
        started_at timestamptz NOT NULL DEFAULT now(),
        -- First view of the visit before; null on the first visit.
        previous_at timestamptz
      )
    `)
  }

  async down() {
    this.schema.raw('DROP TABLE docket_alert_visits')
  }
}
