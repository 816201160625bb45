/** Searches that were kept, in the file of an account's data. */
import { partOfTable } from '#app/console/take_out_part'

export default partOfTable({
  name: 'searches',
  table: 'search_queries',
  key: 'id',
  columns: ['get_params', 'date_created'],
  called: { get_params: 'query' },
})
