/**
 * The lists of the console itself, in the order of the menu.
 */
import { type AdminList, defineAdminList, timeCell } from '../admin_list.js'
import accounts from './accounts.js'
import mails from './mails.js'
import { jobsList } from './jobs.js'
import { accountColumn, byAccount, auditCell } from '../columns.js'
import { formatRate, type WindowSeconds } from '#app/throttle/rate'
import { changesOf } from '#app/accounts/audit_changes'
import { AuditWords } from '#app/accounts/audit_sentences'
import { MEMBERSHIP_LEVELS, PAYMENT_STATES } from '#config/memberships'

const ACTIVE = `(m.payment_status <> 'failed' AND coalesce(m.termination_date, 'infinity') >= current_date)`

const memberships = defineAdminList({
  path: '/admin/memberships/',
  title: 'Memberships',
  section: 'Accounts',
  description: "Memberships raise rate limits. Edit them on the account's page.",
  right: 'accounts.view',
  from: 'memberships m LEFT JOIN accounts a ON a.id = m.account_id',
  key: 'm.account_id',
  select: `m.account_id, a.username, m.level, m.payment_status, m.termination_date::text AS ends, ${ACTIVE} AS active`,
  sorts: {
    account: { sql: 'm.account_id', type: 'bigint' },
    ends: { sql: `coalesce(m.termination_date, 'infinity')`, type: 'date' },
  },
  descending: true,
  filters: {
    level: {
      label: 'Level',
      options: [...MEMBERSHIP_LEVELS].map(([key, { name }]) => [key, name]),
      where: (value) => ({ sql: 'm.level = ?', values: [value] }),
    },
    payment: {
      label: 'Payment',
      options: PAYMENT_STATES.map((state) => [state, state]),
      where: (value) => ({ sql: 'm.payment_status = ?', values: [value] }),
    },
    state: {
      label: 'State',
      options: [
        ['active', 'active'],
        ['lapsed', 'lapsed'],
      ],
      where: (value) => ({ sql: value === 'lapsed' ? `NOT ${ACTIVE}` : ACTIVE, values: [] }),
    },
  },
  columns: [
    accountColumn('account_id', 'account'),
    {
      label: 'Level',
      cell: ({ level }) => MEMBERSHIP_LEVELS.get(String(level))?.name ?? `Unknown (${level})`,
    },
    { label: 'Payment', cell: ({ payment_status: state }) => String(state) },
    { label: 'Last day', sort: 'ends', cell: ({ ends }) => String(ends ?? 'none') },
    { label: 'State', cell: ({ active }) => (active ? 'active' : 'lapsed') },
  ],
  empty: 'No matching memberships.',
})

const tokens = defineAdminList({
  path: '/admin/tokens/',
  title: 'Tokens',
  section: 'Accounts',
  description: 'Only the last four characters of a token are known.',
  right: 'accounts.view',
  from: 'api_tokens t LEFT JOIN accounts a ON a.id = t.account_id',
  key: 't.id',
  select:
    't.id, t.account_id, a.username, t.is_primary, t.name, t.ending, t.read_only, t.expires_at, t.last_used_at, t.date_created',
  sorts: {
    made: { sql: 't.id', type: 'bigint' },
    used: { sql: `coalesce(t.last_used_at, '-infinity')`, type: 'timestamptz' },
  },
  descending: true,
  filters: {
    ending: {
      label: 'Last four characters',
      where: (value) => ({ sql: 't.ending = ?', values: [value.slice(-4)] }),
    },
    kind: {
      label: 'Kind',
      options: [
        ['primary', 'primary'],
        ['extra', 'extra'],
      ],
      where: (value) => ({
        sql: value === 'primary' ? 't.is_primary' : 'NOT t.is_primary',
        values: [],
      }),
    },
  },
  columns: [
    accountColumn('account_id'),
    {
      label: 'Token',
      cell: ({ is_primary: primary, name }) => (primary ? 'primary' : String(name)),
    },
    { label: 'Ends in', cell: ({ ending }) => `…${ending}` },
    { label: 'Access', cell: ({ read_only: readOnly }) => (readOnly ? 'read' : 'read and write') },
    { label: 'Expires', cell: ({ expires_at: at }) => (at ? timeCell(at) : 'never') },
    { label: 'Last used', sort: 'used', cell: ({ last_used_at: at }) => timeCell(at) },
    { label: 'Created', sort: 'made', cell: ({ date_created: made }) => timeCell(made) },
  ],
  empty: 'No matching tokens.',
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

/** @param scopes that staff may override */
const overridesList = (scopes: readonly string[]) =>
  defineAdminList({
    path: '/admin/overrides/',
    title: 'Overrides',
    section: 'Accounts',
    description: "Rates set by staff. Edit them on the account's page.",
    right: 'accounts.view',
    from: 'rate_overrides o LEFT JOIN accounts a ON a.id = o.account_id',
    key: 'o.id',
    select: 'o.account_id, a.username, o.scope, o."limit", o.seconds, o.notes, o.date_created',
    sorts: { made: { sql: 'o.id', type: 'bigint' } },
    descending: true,
    filters: {
      scope: {
        label: 'Scope',
        options: scopes.map((name) => [name, name]),
        where: (value) => ({ sql: 'o.scope = ?', values: [value] }),
      },
      blocked: {
        label: 'Blocked',
        options: [['yes', 'blocked only']],
        where: () => ({ sql: 'o."limit" = 0', values: [] }),
      },
    },
    columns: [
      accountColumn('account_id'),
      { label: 'Scope', cell: ({ scope }) => String(scope) },
      {
        label: 'Rate',
        cell: ({ limit, seconds }) =>
          formatRate({ limit: Number(limit), seconds: seconds as WindowSeconds }),
      },
      { label: 'Notes', cell: ({ notes }) => String(notes || '–') },
      { label: 'Created', sort: 'made', cell: ({ date_created: made }) => timeCell(made) },
    ],
    empty: 'No matching overrides.',
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

/**
 * @param jobs names of all background jobs
 * @param scopes that staff may override
 */
export const adminLists = (jobs: string[], scopes: string[]): AdminList[] => [
  accounts,
  memberships,
  overridesList(scopes),
  tokens,
  mails,
  mailAddresses,
  audit,
  jobsList(jobs),
]
