/** What the server itself keeps of accounts beside their records, for the file of their data. */
import { partOfTable } from './take_out_part.js'

export const ACCOUNT_PARTS = [
  partOfTable({
    name: 'rights',
    table: 'account_rights',
    key: 'right',
    columns: ['right'],
  }),
  partOfTable({
    name: 'rate_overrides',
    table: 'rate_overrides',
    key: 'id',
    columns: ['scope', 'limit', 'seconds', 'date_created', 'date_modified'],
  }),
  partOfTable({
    name: 'requests_by_hour',
    table: 'account_hours',
    key: 'hour',
    columns: ['hour', 'count'],
  }),
]
