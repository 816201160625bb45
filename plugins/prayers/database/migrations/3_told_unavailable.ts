import { BaseSchema } from '@adonisjs/lucid/schema'

/** When the owner of a prayer was notified that the document can't be purchased. */
export default class extends BaseSchema {
  async up() {
    this.schema.raw('ALTER TABLE prayers ADD date_unavailable_told timestamptz')
  }

  async down() {
    this.schema.raw('ALTER TABLE prayers DROP date_unavailable_told')
  }
}
