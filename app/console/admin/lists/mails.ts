import { defineAdminList, timeCell } from '../admin_list.js'

export default defineAdminList({
  path: '/admin/mails/',
  title: 'Emails',
  section: 'Notifications',
  description:
    'The outbox and emails sent in the last 90 days. Bodies are not shown because their links are secret.',
  right: 'mails.view',
  from: 'mails m',
  key: 'm.id',
  select:
    'm.id, m.recipient, m.subject, m.attempts, m.sent_at, m.failed_at, m.error, m.date_created',
  sorts: { made: { sql: 'm.id', type: 'bigint' } },
  descending: true,
  filters: {
    state: {
      label: 'State',
      options: [
        ['waiting', 'waiting'],
        ['failed', 'failed'],
      ],
      where: (value) => ({
        sql:
          value === 'failed'
            ? 'm.sent_at IS NULL AND m.failed_at IS NOT NULL'
            : 'm.sent_at IS NULL AND m.failed_at IS NULL',
        values: [],
      }),
    },
    recipient: {
      label: 'Email address',
      where: (value) => ({ sql: 'lower(m.recipient) = lower(?)', values: [value] }),
    },
  },
  columns: [
    { label: 'ID', sort: 'made', number: true, cell: ({ id }) => String(id) },
    { label: 'To', cell: ({ recipient }) => String(recipient) },
    { label: 'Subject', cell: ({ subject }) => String(subject) },
    {
      label: 'State',
      cell: ({ sent_at: sent, failed_at: failed }) =>
        sent
          ? { parts: ['sent ', timeCell(sent)] }
          : failed
            ? { parts: ['failed ', timeCell(failed)] }
            : 'queued',
    },
    { label: 'Attempts', number: true, cell: ({ attempts }) => String(attempts) },
    { label: 'Error', cell: ({ error }) => String(error ?? '–') },
    { label: 'Created', cell: ({ date_created: made }) => timeCell(made) },
  ],
  empty: 'No matching emails.',
})
