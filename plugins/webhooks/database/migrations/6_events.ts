import { BaseSchema } from '@adonisjs/lucid/schema'

/** An index for the staff search by the ID of an event. */
export default class extends BaseSchema {
  async up() {
    this.schema.raw('CREATE INDEX webhook_deliveries_event ON webhook_deliveries (event_id)')
  }

  async down() {
    this.schema.raw('DROP INDEX webhook_deliveries_event')
  }
}
