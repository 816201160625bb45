import { BaseSchema } from '@adonisjs/lucid/schema'

/** Why a parent is left to the nightly sweep: what of it may have changed. */
export default class extends BaseSchema {
  async up() {
    // Null: any field. Children that say they changed since then may have; null: none did.
    this.schema.raw(
      'ALTER TABLE search_alert_sweeps ADD fields text[], ADD children_since timestamptz'
    )
  }

  async down() {
    this.schema.raw('ALTER TABLE search_alert_sweeps DROP fields, DROP children_since')
  }
}
