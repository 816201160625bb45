import { BaseSchema } from '@adonisjs/lucid/schema'

/** The day on which the court entered an entry, if a notice, a history, or a feed prints it. */
export default class extends BaseSchema {
  async up() {
    this.schema.raw('ALTER TABLE entry_sources ADD COLUMN date_entered date')
  }

  async down() {
    this.schema.raw('ALTER TABLE entry_sources DROP COLUMN date_entered')
  }
}
