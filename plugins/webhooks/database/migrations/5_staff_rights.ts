import { BaseSchema } from '@adonisjs/lucid/schema'

/** The Support role manages webhooks of accounts. */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(
      `UPDATE roles SET rights = rights || '{webhooks.manage}' WHERE name = 'Support'`
    )
  }

  async down() {
    this.schema.raw(`UPDATE roles SET rights = array_remove(rights, 'webhooks.manage')`)
  }
}
