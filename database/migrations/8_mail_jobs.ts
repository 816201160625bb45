import { BaseSchema } from '@adonisjs/lucid/schema'

/** Emails are now sent by jobs, which schedule retries. */
export default class extends BaseSchema {
  async up() {
    this.schema.raw('DROP INDEX mails_waiting')
    this.schema.raw('ALTER TABLE mails DROP COLUMN next_attempt')
  }

  async down() {
    this.schema.raw('ALTER TABLE mails ADD COLUMN next_attempt timestamptz DEFAULT now()')
    this.schema.raw('CREATE INDEX mails_waiting ON mails (next_attempt) WHERE sent_at IS NULL')
  }
}
