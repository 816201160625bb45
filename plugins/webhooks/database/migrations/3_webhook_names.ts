import { BaseSchema } from '@adonisjs/lucid/schema'

/** Endpoints whose payloads use CourtListener's field names. */
export default class extends BaseSchema {
  async up() {
    this.schema.raw('ALTER TABLE webhooks ADD public_names boolean NOT NULL DEFAULT false')
  }

  async down() {
    this.schema.raw('ALTER TABLE webhooks DROP public_names')
  }
}
