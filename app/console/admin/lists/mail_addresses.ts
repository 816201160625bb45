import { defineAdminList, timeCell } from '../admin_list.js'

export default defineAdminList({
  path: '/admin/mail-addresses/',
  title: 'Failing email addresses',
  section: 'Notifications',
  description:
    'Email addresses with failed deliveries. Rejected ones get no notices until an email their owner requested is accepted.',
  right: 'mails.view',
  from: 'mail_addresses m',
  key: 'm.id',
  select: 'm.address, m.failures, m.retry_after, m.refused_at, m.error, m.date_modified',
  sorts: { changed: { sql: 'm.date_modified', type: 'timestamptz' } },
  descending: true,
  columns: [
    { label: 'Email address', cell: ({ address }) => String(address) },
    {
      label: 'State',
      cell: ({ refused_at: refused, retry_after: after }) =>
        refused
          ? { parts: ['rejected ', timeCell(refused)] }
          : { parts: ['on hold until ', timeCell(after)] },
    },
    { label: 'Failures', number: true, cell: ({ failures }) => String(failures) },
    { label: 'Error', cell: ({ error }) => String(error) },
    { label: 'Last', sort: 'changed', cell: ({ date_modified: at }) => timeCell(at) },
  ],
  empty: 'No matching email addresses.',
})
