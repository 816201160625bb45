/** Lookups of texts, in the file of an account's data. */
import { partOfTable } from '#app/console/take_out_part'

export default partOfTable({
  name: 'citation_lookups',
  table: 'text_lookups',
  key: 'id',
  columns: ['beginning', 'date_created', 'pieces'],
})
