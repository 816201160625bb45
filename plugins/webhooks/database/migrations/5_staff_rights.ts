import { BaseSchema } from '@adonisjs/lucid/schema'

/** Support mends webhooks of accounts, too. */
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
