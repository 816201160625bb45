/**
 * Lists of the console, in menu order.
 */
import { type AdminList, defineAdminList, timeCell } from '../admin_list.js'
import { accounts, memberships, overridesList, tokens } from './accounts.js'
import { jobsList } from './jobs.js'
import { byAccount, auditCell, isAccount } from '../columns.js'
import { diffRecords } from '#app/accounts/audit_changes'
import { AuditWords } from '#app/accounts/audit_sentences'

const mails = defineAdminList({
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
  searchedBy: 'recipient',
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

const mailAddresses = defineAdminList({
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

const audit = defineAdminList<AuditWords>({
  path: '/admin/audit/',
  title: 'Audit log',
  section: 'Server',
  description: 'Changes by staff, with previous values.',
  right: 'audit.view',
  load: (container) => container.make(AuditWords),
  from: 'audit_entries e',
  key: 'e.id',
  select:
    'e.date_created, e.actor, e.actor_id, e.action, e.account_id, e.account, e.subject, e.before, e.after',
  sorts: { time: { sql: 'e.id', type: 'bigint' } },
  descending: true,
  searchedBy: 'q',
  filters: {
    q: {
      label: 'Account or subject',
      where: (value) => ({
        sql: `${isAccount('e.actor_id')} OR ${isAccount('e.account_id')} OR lower(e.subject) = lower(?)`,
        values: [value, value, value],
      }),
    },
    action: {
      label: 'Action',
      options: (words) => words.actions,
      where: (value) => ({ sql: 'e.action = ?', values: [value] }),
    },
    actor: byAccount('e.actor_id', 'Who'),
    account: byAccount('e.account_id'),
  },
  columns: [
    { label: 'Time', sort: 'time', cell: ({ date_created: at }) => timeCell(at) },
    {
      label: 'What',
      cell: (row, words) =>
        auditCell(words, {
          actorId: row.actor_id,
          actor: String(row.actor),
          action: String(row.action),
          accountId: row.account_id,
          account: String(row.account),
          subject: String(row.subject),
        }),
    },
    {
      label: 'Changes',
      cell: ({ before, after }) => ({ changes: diffRecords(before, after) }),
    },
  ],
  empty: 'No matching entries.',
})

/**
 * @param jobs names of all background jobs
 * @param scheduled names of jobs that run on a schedule
 * @param scopes that staff can override
 */
export const adminLists = (jobs: string[], scheduled: string[], scopes: string[]): AdminList[] => [
  accounts,
  memberships,
  overridesList(scopes),
  tokens,
  mails,
  mailAddresses,
  audit,
  jobsList(jobs, scheduled),
]
