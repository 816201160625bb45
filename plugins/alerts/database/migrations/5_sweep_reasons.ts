import { BaseSchema } from '@adonisjs/lucid/schema'

/** Records what may have changed in a parent that is deferred to the nightly sweep. */
export default class extends BaseSchema {
  async up() {
    // `fields`: null for any. `children_since`: children modified since then may have changed; null if none did.
    this.schema.raw(
      'ALTER TABLE search_alert_sweeps ADD fields text[], ADD children_since timestamptz'
    )
  }

  async down() {
    this.schema.raw('ALTER TABLE search_alert_sweeps DROP fields, DROP children_since')
  }
}
