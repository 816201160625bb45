import { defineAdminList, timeCell } from '#app/console/admin/admin_list'
import { MANAGE_RIGHT } from '../rights.js'

export default defineAdminList({
  path: '/admin/court-feeds/',
  title: 'Court feeds',
  section: 'Archive',
  description: 'RSS feeds of courts, with their last read.',
  right: MANAGE_RIGHT,
  from: 'court_feeds f',
  key: 'f.id',
  select: 'f.court_id, f.date_read, f.date_changed, f.failing_since, f.message',
  sorts: { court: { sql: 'f.court_id', type: 'text' } },
  filters: {
    state: {
      label: 'State',
      options: [['failing', 'Failing']],
      where: (value) =>
        value === 'failing' ? { sql: 'f.failing_since IS NOT NULL', values: [] } : undefined,
    },
  },
  columns: [
    { label: 'Court', sort: 'court', cell: ({ court_id: court }) => String(court) },
    { label: 'Read', cell: ({ date_read: at }) => timeCell(at) },
    { label: 'Changed', cell: ({ date_changed: at }) => timeCell(at) },
    { label: 'Failing since', cell: ({ failing_since: at }) => timeCell(at) },
    { label: 'Message', cell: ({ message }) => String(message) },
  ],
  empty: 'No matching feeds.',
})
