import { BaseSchema } from '@adonisjs/lucid/schema'

/** Index for the list of imports that rejected rows. */
export default class extends BaseSchema {
  async up() {
    this.schema.raw('CREATE INDEX bulk_imports_refused ON bulk_imports (id) WHERE rows_refused > 0')
  }

  async down() {
    this.schema.raw('DROP INDEX bulk_imports_refused')
  }
}
