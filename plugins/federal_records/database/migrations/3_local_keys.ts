import { BaseSchema } from '@adonisjs/lucid/schema'
import { startLocalKeys } from '#app/database/local_keys'

/** Starts the keys of local rows above those of bulk data files and docket sheets. */
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

  /** Irreversible, because local rows may already use these keys. */
  async down() {}
}
