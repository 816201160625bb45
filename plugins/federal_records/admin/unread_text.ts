import { defineAdminList, timeCell } from '#app/console/admin/admin_list'
import { kindLabel, unreadTextPath } from '../models/unread_group.js'
import { REVIEW_RIGHT } from '../rights.js'

export default defineAdminList({
  path: '/admin/unread-text/',
  title: 'Unread text',
  section: 'Archive',
  description:
    'Text of merged court pages that was not read, by court and kind of page. New text often means that a court changed its layout.',
  right: REVIEW_RIGHT,
  from: '(SELECT * FROM unread_groups WHERE passages > 0) g',
  key: 'g.id',
  select: 'g.court_id, g.kind, g.passages, g.pages, g.first_seen, g.newest_seen, g.last_seen',
  sorts: {
    newest: { sql: 'g.newest_seen', type: 'timestamptz' },
    last: { sql: 'g.last_seen', type: 'timestamptz' },
  },
  descending: true,
  filters: {
    court: { label: 'Court', where: (value) => ({ sql: 'g.court_id = ?', values: [value] }) },
  },
  columns: [
    {
      label: 'Court and kind of page',
      cell: ({ court_id: court, kind }) => ({
        text: `${String(court)}: ${kindLabel(String(kind))}`,
        path: unreadTextPath(String(court), String(kind)),
      }),
    },
    { label: 'Passages', number: true, cell: ({ passages }) => String(passages) },
    { label: 'Pages', number: true, cell: ({ pages }) => String(pages) },
    { label: 'First seen', cell: ({ first_seen: at }) => timeCell(at) },
    { label: 'Newest passage', sort: 'newest', cell: ({ newest_seen: at }) => timeCell(at) },
    { label: 'Last seen', sort: 'last', cell: ({ last_seen: at }) => timeCell(at) },
  ],
  empty: 'No matching pages.',
})
