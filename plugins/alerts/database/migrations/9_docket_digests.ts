import { BaseSchema } from '@adonisjs/lucid/schema'
import { createIndexes } from '#app/database/create_indexes'

/** Daily and weekly emails of docket alerts, and words that entries must or must not contain. */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      ALTER TABLE docket_alerts
        ADD rate text COLLATE "C" NOT NULL DEFAULT 'rt' CHECK (rate IN ('rt', 'dly', 'wly')),
        ADD include_words text NOT NULL DEFAULT '',
        ADD exclude_words text NOT NULL DEFAULT ''
    `)
    // Entries of the next daily or weekly email.
    this.schema.raw(`
      CREATE TABLE docket_alert_waiting (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        alert_id bigint NOT NULL REFERENCES docket_alerts ON DELETE CASCADE,
        entry_id bigint NOT NULL,
        date_created timestamptz NOT NULL DEFAULT now(),
        UNIQUE (alert_id, entry_id)
      )
    `)
    // Entries that weren't sent because of their words. They are new when an update adds the words.
    this.schema.raw(`
      CREATE TABLE docket_alert_skipped (
        alert_id bigint NOT NULL REFERENCES docket_alerts ON DELETE CASCADE,
        entry_id bigint NOT NULL,
        date_created timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (alert_id, entry_id)
      )
    `)
    createIndexes(this.schema, [
      ['docket_alert_waiting', 'date_created'],
      ['docket_alert_skipped', 'date_created'],
    ])
  }

  async down() {
    this.schema.raw('DROP TABLE docket_alert_skipped')
    this.schema.raw('DROP TABLE docket_alert_waiting')
    this.schema.raw('ALTER TABLE docket_alerts DROP rate, DROP include_words, DROP exclude_words')
  }
}
