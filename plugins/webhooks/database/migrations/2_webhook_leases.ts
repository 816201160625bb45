import { BaseSchema } from '@adonisjs/lucid/schema'

/** The process that serves an endpoint, so that a lease ends with its process. */
export default class extends BaseSchema {
  async up() {
    this.schema.raw('ALTER TABLE webhooks ADD leased_by text')
  }

  async down() {
    this.schema.raw('ALTER TABLE webhooks DROP leased_by')
  }
}
