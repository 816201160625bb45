import { BaseSchema } from '@adonisjs/lucid/schema'

/** Finds vectors of another model without reading all rows. */
export default class extends BaseSchema {
  async up() {
    this.schema.raw('CREATE INDEX search_embedded_model ON search_embedded (index_name, model)')
  }

  async down() {
    this.schema.raw('DROP INDEX search_embedded_model')
  }
}
