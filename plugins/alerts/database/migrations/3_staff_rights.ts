import { BaseSchema } from '@adonisjs/lucid/schema'

/** Roles with access to the other staff lists can view alerts. */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(
      `UPDATE roles SET rights = rights || '{alerts.view}' WHERE name IN ('Support', 'Viewer')`
    )
  }

  async down() {
    this.schema.raw(`UPDATE roles SET rights = array_remove(rights, 'alerts.view')`)
  }
}
