import { defineAdminList, timeCell } from '#app/console/admin/admin_list'

const number = (name: string, label: string) => ({
  label,
  number: true,
  cell: (row: Record<string, unknown>) => Number(row[name]).toLocaleString('en'),
})

export default defineAdminList({
  path: '/admin/imports/',
  title: 'Imports',
  section: 'Server',
  description: 'Imported bulk data files with row counts.',
  right: 'jobs.view',
  from: 'bulk_imports i',
  key: 'i.id',
  select:
    'i.file_name, i.status, i.rows_read, i.rows_new, i.rows_changed, i.rows_removed, i.rows_refused, i.seconds, i.started_at',
  sorts: { started: { sql: 'i.id', type: 'bigint' } },
  descending: true,
  filters: {
    stem: {
      label: 'File',
      where: (value) => ({ sql: 'i.stem = ?', values: [value] }),
    },
    refused: {
      label: 'Rows',
      options: [['yes', 'with rejected rows']],
      where: () => ({ sql: 'i.rows_refused > 0', values: [] }),
    },
  },
  columns: [
    { label: 'Started', sort: 'started', cell: (row) => timeCell(row.started_at) },
    { label: 'File', cell: (row) => String(row.file_name) },
    { label: 'Status', cell: (row) => String(row.status) },
    number('rows_read', 'Read'),
    number('rows_new', 'New'),
    number('rows_changed', 'Changed'),
    number('rows_removed', 'Removed'),
    number('rows_refused', 'Rejected'),
    { label: 'Seconds', number: true, cell: (row) => Number(row.seconds).toFixed(1) },
  ],
  empty: 'No matching imports.',
})
