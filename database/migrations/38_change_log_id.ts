import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * A random ID of the change log: databases that were created in the same way have the same OIDs. An
 * existing log keeps its former ID, so that positions in it remain valid.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(
      'ALTER TABLE change_log_state ADD log_id integer NOT NULL DEFAULT 1 + floor(random() * 2147483646)'
    )
    this.schema.raw(
      `UPDATE change_log_state SET log_id = 0
       WHERE EXISTS (SELECT FROM content_changes) OR EXISTS (SELECT FROM change_cursors)`
    )
  }

  async down() {
    this.schema.raw('ALTER TABLE change_log_state DROP log_id')
  }
}
