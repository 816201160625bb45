import { BaseSchema } from '@adonisjs/lucid/schema'

/** Counts moved entries as updates of their new docket, and records when deferred parents changed. */
export default class extends BaseSchema {
  async up() {
    this.schema.raw('DROP INDEX docket_news_entry')
    this.schema.raw(
      `CREATE UNIQUE INDEX docket_news_entry ON docket_news (docket_id, item_id) WHERE kind = 'entry'`
    )
    this.schema.raw(
      'ALTER TABLE search_alert_sweeps ADD touched_at timestamptz NOT NULL DEFAULT clock_timestamp()'
    )
    // Searched court fields as of the last matching run.
    this.schema.raw(`
      CREATE TABLE search_alert_courts (
        court_id text COLLATE "C" PRIMARY KEY,
        said jsonb NOT NULL,
        parent_court_id text COLLATE "C"
      )
    `)
  }

  async down() {
    this.schema.raw('DROP TABLE search_alert_courts')
    this.schema.raw('ALTER TABLE search_alert_sweeps DROP touched_at')
    this.schema.raw('DROP INDEX docket_news_entry')
    this.schema.raw(
      `CREATE UNIQUE INDEX docket_news_entry ON docket_news (item_id) WHERE kind = 'entry'`
    )
  }
}
