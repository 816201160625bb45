import { BaseSchema } from '@adonisjs/lucid/schema'
import { decodeStoredNames } from '#app/database/decode_names'

/** Decodes character references in names of earlier imports: `Comm&rsquo;r`. */
export default class extends BaseSchema {
  // Each batch is committed; decoding again changes nothing.
  static disableTransactions = true

  async up() {
    this.defer(async (db) => {
      await decodeStoredNames(db, [
        {
          table: 'dockets',
          columns: [
            'case_name',
            'case_name_short',
            'case_name_full',
            'assigned_to_str',
            'referred_to_str',
            'panel_str',
            'appeal_from_str',
          ],
        },
        {
          table: 'opinion_clusters',
          columns: ['case_name', 'case_name_short', 'case_name_full', 'judges', 'attorneys'],
        },
      ])
    })
  }

  async down() {}
}
