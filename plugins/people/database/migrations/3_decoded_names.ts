import { BaseSchema } from '@adonisjs/lucid/schema'
import { decodeStoredNames } from '#app/database/decode_names'

/** Decodes character references in names of earlier imports: `Comm&rsquo;r`. */
export default class extends BaseSchema {
  // Each batch is committed; decoding again changes nothing.
  static disableTransactions = true

  async up() {
    this.defer(async (db) => {
      await decodeStoredNames(db, [
        { table: 'people', columns: ['name_first', 'name_middle', 'name_last'] },
        { table: 'schools', columns: ['name'] },
        { table: 'positions', columns: ['job_title', 'organization_name'] },
      ])
    })
  }

  async down() {}
}
