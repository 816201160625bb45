import { BaseSchema } from '@adonisjs/lucid/schema'

/** Docket alerts that follow the appeals of their dockets. */
export default class extends BaseSchema {
  async up() {
    this.schema.raw('ALTER TABLE docket_alerts ADD follow_appeals boolean NOT NULL DEFAULT false')
    this.schema.raw('CREATE INDEX docket_alerts_appeals ON docket_alerts (id) WHERE follow_appeals')
    // Each appeal is followed once, even if its alert was deleted.
    this.schema.raw(`
      CREATE TABLE followed_appeals (
        alert_id bigint NOT NULL REFERENCES docket_alerts ON DELETE CASCADE,
        docket_id bigint NOT NULL REFERENCES dockets ON DELETE CASCADE,
        PRIMARY KEY (alert_id, docket_id)
      )
    `)
    this.schema.raw('CREATE INDEX followed_appeals_docket ON followed_appeals (docket_id)')
  }

  async down() {
    this.schema.raw('DROP TABLE followed_appeals')
    this.schema.raw('ALTER TABLE docket_alerts DROP follow_appeals')
  }
}
