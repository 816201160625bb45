import { BaseSchema } from '@adonisjs/lucid/schema'

/** Part of the server that derived a change from other rows, set per transaction (`app/events/publication.ts`). */
export default class extends BaseSchema {
  async up() {
    this.schema.raw('ALTER TABLE content_changes ADD origin text COLLATE "C"')
    // A separate statement, because existing rows would get the default evaluated in this transaction.
    this.schema.raw(
      `ALTER TABLE content_changes ALTER origin SET DEFAULT nullif(current_setting('curia.origin', true), '')`
    )
  }

  async down() {
    this.schema.raw('ALTER TABLE content_changes DROP origin')
  }
}
