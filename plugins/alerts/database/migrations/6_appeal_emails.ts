import { BaseSchema } from '@adonisjs/lucid/schema'

/** Alerts for appeals whose email hasn't been composed yet. */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(
      'CREATE TABLE appeal_emails (alert_id bigint PRIMARY KEY REFERENCES docket_alerts (id) ON DELETE CASCADE)'
    )
  }

  async down() {
    this.schema.dropTable('appeal_emails')
  }
}
