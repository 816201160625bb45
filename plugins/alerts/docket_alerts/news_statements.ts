/**
 * What changed rows mean to followers of dockets. Each statement takes the
 * changed rows and returns the dockets it made news of, if any; they run in this
 * order over a batch of changes.
 */
import type { Change } from '#app/events/change_log'
import { CHANGED_ROWS } from '#app/events/changed_rows'
import { SUBSCRIBED } from './alert_types.js'

interface NewsStatement {
  table: 'docket_entries' | 'archive_documents'
  kind: Change['kind']
  sql: string
}

/** The docket of an entry `e` has a subscriber. */
const FOLLOWED = `EXISTS (SELECT 1 FROM docket_alerts a WHERE a.docket_id = e.docket_id AND a.alert_type = ${SUBSCRIBED})`

/** The transaction of the change `c` is not the one that brought the entry `e` to its docket. */
const ELDER = `NOT EXISTS (SELECT 1 FROM docket_news n WHERE n.kind = 'entry' AND n.docket_id = e.docket_id AND n.item_id = e.id AND n.changed_at = c.at)`

const ENTRIES = `${CHANGED_ROWS} JOIN docket_entries e ON e.id BETWEEN c.first AND c.last`
const DOCUMENTS = `${CHANGED_ROWS} JOIN archive_documents d ON d.id BETWEEN c.first AND c.last
  JOIN docket_entries e ON e.id = d.docket_entry_id`

const newsOf = (kind: 'entry' | 'update' | 'document', item: string, from: string) =>
  `INSERT INTO docket_news (docket_id, kind, item_id, changed_at)
   SELECT e.docket_id, '${kind}', ${item}, max(c.at) FROM ${from}
   GROUP BY e.docket_id, ${item} ORDER BY ${item}
   ON CONFLICT (docket_id, item_id) WHERE kind = 'entry' DO NOTHING RETURNING docket_id`

/** Documents the archive lacks, of followed dockets. */
const awaiting = (from: string) =>
  `INSERT INTO awaited_documents SELECT DISTINCT d.id FROM ${from}
   WHERE d.is_available IS NOT TRUE AND ${FOLLOWED} ON CONFLICT DO NOTHING`
const AWAIT = awaiting(DOCUMENTS)

/** Entries that are new on their docket: made, or moved to it. */
const NEW_ENTRIES = newsOf('entry', 'e.id', `${ENTRIES} WHERE ${FOLLOWED}`)

export const STATEMENTS: NewsStatement[] = [
  {
    table: 'docket_entries',
    kind: 'created',
    sql: NEW_ENTRIES,
  },
  {
    table: 'docket_entries',
    kind: 'moved',
    sql: NEW_ENTRIES,
  },
  {
    table: 'docket_entries',
    kind: 'moved',
    sql: awaiting(`${ENTRIES} JOIN archive_documents d ON d.docket_entry_id = e.id`),
  },
  {
    table: 'docket_entries',
    kind: 'updated',
    sql: newsOf('update', 'e.id', `${ENTRIES} WHERE ${FOLLOWED} AND ${ELDER}`),
  },
  {
    table: 'archive_documents',
    kind: 'created',
    sql: newsOf('update', 'e.id', `${DOCUMENTS} WHERE ${FOLLOWED} AND ${ELDER}`),
  },
  {
    table: 'archive_documents',
    kind: 'created',
    sql: newsOf(
      'document',
      'd.id',
      `${DOCUMENTS} WHERE d.is_available AND ${FOLLOWED} AND ${ELDER}`
    ),
  },
  { table: 'archive_documents', kind: 'created', sql: AWAIT },
  {
    table: 'archive_documents',
    kind: 'updated',
    sql: `WITH arrived AS (
            DELETE FROM awaited_documents w USING ${CHANGED_ROWS}, archive_documents d
            WHERE d.id BETWEEN c.first AND c.last AND d.id = w.document_id AND d.is_available
            RETURNING d.id, d.docket_entry_id, c.at
          )
          INSERT INTO docket_news (docket_id, kind, item_id, changed_at)
          SELECT e.docket_id, 'document', d.id, d.at FROM arrived d
          JOIN docket_entries e ON e.id = d.docket_entry_id WHERE ${FOLLOWED}
          ORDER BY d.id RETURNING docket_id`,
  },
  { table: 'archive_documents', kind: 'updated', sql: AWAIT },
]
