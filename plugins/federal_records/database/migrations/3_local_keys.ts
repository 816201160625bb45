import { BaseSchema } from '@adonisjs/lucid/schema'
import { startLocalKeys } from '#app/database/local_keys'

/** Rows made here stay clear of the keys that bulk-data files and docket sheets bring. */
export default class extends BaseSchema {
  async up() {
    startLocalKeys(this.schema, [
      'docket_entries',
      'archive_documents',
      'originating_court_information',
      'bankruptcy_information',
      'federal_integrated_database',
      'parties',
      'attorneys',
      'attorney_organizations',
    ])
  }

  /** Rows made here may have keys of that range: there is no way back. */
  async down() {}
}
