/** Citation lookups in the data export of an account. */
import type { TakeOutPart } from '#app/console/take_out_part'
import TextLookup from './models/text_lookup.js'

export default {
  name: 'citation_lookups',
  tables: ['text_lookups', 'text_lookup_pieces'],
  async *read(accountId, { container }) {
    const database = await container.make('lucid.db')
    // One lookup at a time, because each can have thousands of citations.
    for (const { id } of await TextLookup.ofAccount(accountId)) {
      const { rows } = await database.rawQuery<{ rows: { json: string }[] }>(LOOKUP, [id])
      yield rows.map(({ json }) => json)
    }
  },
} satisfies TakeOutPart

const LOOKUP = `
  SELECT json_build_object('beginning', beginning, 'date_created', date_created, 'pieces',
           (SELECT json_agg(json_build_object('citations', citations, 'found', found) ORDER BY position)
            FROM text_lookup_pieces WHERE lookup_id = text_lookups.id))::text AS json
  FROM text_lookups WHERE id = ?`
