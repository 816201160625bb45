import { BaseSchema } from '@adonisjs/lucid/schema'

/** Which part of the server derived a change from other rows; it says so for its transaction (`app/events/origin.ts`). */
export default class extends BaseSchema {
  async up() {
    this.schema.raw('ALTER TABLE content_changes ADD origin text COLLATE "C"')
    // Not in the first statement: rows that are there would get the value of this transaction.
    this.schema.raw(
      `ALTER TABLE content_changes ALTER origin SET DEFAULT nullif(current_setting('curia.origin', true), '')`
    )
  }

  async down() {
    this.schema.raw('ALTER TABLE content_changes DROP origin')
  }
}
