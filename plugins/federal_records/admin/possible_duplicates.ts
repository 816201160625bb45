import { buildEntryAnchor } from '../resources/docket_entry.js'
import { defineAdminList, timeCell, type Cell, type Row } from '#app/console/admin/admin_list'
import { byKey } from '#app/console/admin/columns'
import { MERGE_RIGHT } from '../rights.js'

/** Characters of an entry's text in the list. */
const SHOWN_TEXT = 200

/** SQL of an entry: its number, date, and text or label. */
const entrySql = (alias: string, name: string) =>
  `${alias}.id AS ${name}_id, ${alias}.entry_number AS ${name}_number, ${alias}.date_filed::text AS ${name}_day,
   left(coalesce(nullif(${alias}.description, ''), (SELECT max(doc.description) FROM archive_documents doc
     WHERE doc.docket_entry_id = ${alias}.id AND doc.attachment_number IS NULL), ''), ${SHOWN_TEXT}) AS ${name}_text`

const entryCell =
  (name: 'entry' | 'other') =>
  (row: Row): Cell => {
    const [id, number] = [row[`${name}_id`], row[`${name}_number`]]
    return {
      parts: [
        {
          text: number === null ? 'Unnumbered' : String(number),
          path: `/docket/${String(row.docket_id)}/#${buildEntryAnchor(id, number)}`,
        },
        ` (${String(row[`${name}_day`] ?? 'no date')}): ${String(row[`${name}_text`])}`,
      ],
    }
  }

/** Wording of the reasons. */
const REASONS: Record<string, string> = {
  'several candidates': 'Fits several entries equally well',
  'label': 'The label fits the text',
  'part of the text': 'One text begins with the other',
}

export default [
  defineAdminList({
    path: '/admin/possible-duplicates/',
    title: 'Possible duplicates',
    section: 'Archive',
    description:
      'Docket entries that may be the same. Merging keeps one of them without another notification.',
    right: MERGE_RIGHT,
    from: `(SELECT * FROM possible_duplicates WHERE date_dismissed IS NULL) p
      JOIN dockets k ON k.id = p.docket_id
      JOIN docket_entries e ON e.id = p.entry_id JOIN docket_entries o ON o.id = p.other_id`,
    key: 'p.id',
    select: `p.id, p.docket_id, p.reason, p.date_created, k.court_id, k.docket_number, k.case_name,
      ${entrySql('e', 'entry')}, ${entrySql('o', 'other')}`,
    sorts: { docket: { sql: 'p.docket_id', type: 'bigint' } },
    descending: true,
    filters: { docket: byKey('p.docket_id', 'Docket ID') },
    columns: [
      {
        label: 'Docket',
        sort: 'docket',
        cell: ({ docket_id: id, court_id: court, docket_number: number, case_name: name }) => ({
          parts: [
            {
              text: [court, number].filter(Boolean).map(String).join(' '),
              path: `/docket/${String(id)}/`,
            },
            ` ${String(name)}`,
          ],
        }),
      },
      { label: 'Entry', cell: entryCell('entry') },
      { label: 'Other entry', cell: entryCell('other') },
      { label: 'Reason', cell: ({ reason }) => REASONS[String(reason)] ?? String(reason) },
      { label: 'Found', cell: ({ date_created: at }) => timeCell(at) },
    ],
    action: [
      {
        label: 'Same entry',
        right: MERGE_RIGHT,
        path: ({ id }) => `/admin/possible-duplicates/${String(id)}/merge/`,
      },
      {
        label: 'Different',
        right: MERGE_RIGHT,
        path: ({ id }) => `/admin/possible-duplicates/${String(id)}/dismiss/`,
      },
    ],
    empty: 'No matching entries.',
  }),
]
