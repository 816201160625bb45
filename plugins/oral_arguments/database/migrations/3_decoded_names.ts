import { BaseSchema } from '@adonisjs/lucid/schema'
import { decodeStoredNames } from '#app/database/decode_names'

/** Decodes character references in names of earlier imports: `Comm&rsquo;r`. */
export default class extends BaseSchema {
  // Each batch is committed; decoding again changes nothing.
  static disableTransactions = true

  async up() {
    this.defer(async (db) => {
      await decodeStoredNames(db, [
        { table: 'audio', columns: ['case_name', 'case_name_short', 'case_name_full', 'judges'] },
      ])
    })
  }

  async down() {}
}
