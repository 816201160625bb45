/** Searches that were kept, in the file of an account's data. */
import type { TakeOutPart } from '#app/console/take_out_part'

const BATCH = 500

export default {
  name: 'searches',
  async *read(accountId, { container }) {
    const database = await container.make('lucid.db')
    for (let last = 0; ;) {
      const rows = await database
        .from('search_queries')
        .where('account_id', accountId)
        .where('id', '>', last)
        .orderBy('id')
        .limit(BATCH)
        .select('id', 'get_params as query', 'date_created')
      if (rows.length)
        yield rows.map(({ query, date_created: date }) =>
          JSON.stringify({ query, date_created: date })
        )
      if (rows.length < BATCH) return
      last = rows.at(-1).id
    }
  },
} satisfies TakeOutPart
