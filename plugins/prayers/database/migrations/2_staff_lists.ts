import { BaseSchema } from '@adonisjs/lucid/schema'
import { createIndexes } from '#app/database/create_indexes'

/** Permission and index for the staff lists. */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(
      `UPDATE roles SET rights = rights || '{prayers.view}' WHERE name IN ('Support', 'Viewer')`
    )
    createIndexes(this.schema, [['document_availability', 'last_checked, document_id']])
  }

  async down() {
    this.schema.raw(`UPDATE roles SET rights = array_remove(rights, 'prayers.view')`)
    this.schema.raw('DROP INDEX document_availability_last_checked_document_id')
  }
}
