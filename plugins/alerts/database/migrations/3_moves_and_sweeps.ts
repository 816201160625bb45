import { BaseSchema } from '@adonisjs/lucid/schema'

/** Moved entries are updates of their new docket. Deferred parents have a time of change. */
export default class extends BaseSchema {
  async up() {
    this.schema.raw('DROP INDEX docket_news_entry')
    this.schema.raw(
      `CREATE UNIQUE INDEX docket_news_entry ON docket_news (docket_id, item_id) WHERE kind = 'entry'`
    )
    this.schema.raw(
      'ALTER TABLE search_alert_sweeps ADD touched_at timestamptz NOT NULL DEFAULT clock_timestamp()'
    )
    // Searched fields of courts as of the last matching.
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
