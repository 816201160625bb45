/** Logged searches in the data export of an account. */
import { partOfTable } from '#app/console/take_out_part'

export default partOfTable({
  name: 'searches',
  table: 'search_queries',
  key: 'id',
  columns: ['get_params', 'date_created'],
  called: { get_params: 'query' },
})
