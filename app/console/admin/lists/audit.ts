import { changesOf } from '#app/accounts/audit_changes'
import { AuditWords } from '#app/accounts/audit_sentences'
import { byAccount } from '../account_columns.js'
import { auditCell } from '../audit_cell.js'
import { defineAdminList, timeCell } from '../admin_list.js'

export default defineAdminList<AuditWords>({
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
  filters: {
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
      cell: ({ before, after }) => ({ changes: changesOf(before, after) }),
    },
  ],
  empty: 'No matching entries.',
})
