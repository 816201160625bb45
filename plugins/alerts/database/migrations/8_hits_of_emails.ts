import { BaseSchema } from '@adonisjs/lucid/schema'

/** Remembers the email of each hit, for the page that lists the hits of an email. */
export default class extends BaseSchema {
  async up() {
    // An alert in an email. The key is part of the link in the email.
    this.schema.raw(`
      CREATE TABLE search_alert_emails (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        key text COLLATE "C" NOT NULL UNIQUE,
        alert_id bigint NOT NULL REFERENCES search_alerts ON DELETE CASCADE,
        date_created timestamptz NOT NULL DEFAULT now()
      )
    `)
    this.schema.raw('CREATE INDEX search_alert_emails_alert ON search_alert_emails (alert_id)')
    // Null for hits that weren't emailed. Without a foreign key: hits are deleted with their alert.
    this.schema.raw('ALTER TABLE search_alert_hits ADD email_id bigint')
    this.schema.raw(
      `CREATE INDEX search_alert_hits_email ON search_alert_hits (email_id, parent_key, key)
       WHERE email_id IS NOT NULL`
    )
  }

  async down() {
    this.schema.raw('DROP INDEX search_alert_hits_email')
    this.schema.raw('ALTER TABLE search_alert_hits DROP email_id')
    this.schema.raw('DROP TABLE search_alert_emails')
  }
}
