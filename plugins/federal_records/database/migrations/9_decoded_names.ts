import { BaseSchema } from '@adonisjs/lucid/schema'
import { decodeStoredNames } from '#app/database/decode_names'

/** Decodes character references in names of earlier imports: `Comm&rsquo;r`. */
export default class extends BaseSchema {
  // Each batch is committed; decoding again changes nothing.
  static disableTransactions = true

  async up() {
    this.defer(async (db) => {
      await decodeStoredNames(db, [
        { table: 'parties', columns: ['name'] },
        { table: 'attorneys', columns: ['name'] },
        { table: 'attorney_organizations', columns: ['name'] },
        {
          table: 'originating_court_information',
          columns: ['assigned_to_str', 'ordering_judge_str', 'court_reporter'],
        },
        { table: 'bankruptcy_information', columns: ['trustee_str'] },
        { table: 'federal_integrated_database', columns: ['plaintiff', 'defendant'] },
      ])
    })
  }

  async down() {}
}
