import { BaseSchema } from '@adonisjs/lucid/schema'
import { startLocalKeys } from '#app/database/local_keys'

/** Roles of parties and attorneys, and tags of entries and documents, can be imported, too. */
export default class extends BaseSchema {
  async up() {
    startLocalKeys(this.schema, [
      'party_types',
      'criminal_counts',
      'criminal_complaints',
      'attorney_roles',
      'attorney_organization_links',
      'docket_entry_tags',
      'archive_document_tags',
    ])
  }

  /** Irreversible, because local rows may already use these keys. */
  async down() {}
}
