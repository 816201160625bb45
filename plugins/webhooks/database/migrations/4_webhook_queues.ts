import { BaseSchema } from '@adonisjs/lucid/schema'

/** Deletes jobs with names from before webhooks became a plugin. The next check for due deliveries sends new ones. */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(
      `DO $$ BEGIN
         IF to_regclass('jobs.job') IS NOT NULL THEN
           DELETE FROM jobs.job WHERE name ~ '^curia\\.(.*_webhooks|deliver_slow_webhooks)$';
         END IF;
       END $$`
    )
    this.schema.raw('UPDATE webhooks SET queued_at = NULL')
  }

  async down() {}
}
