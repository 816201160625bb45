/**
 * Lists of accounts, memberships, tokens, and overrides.
 */
import { MEMBERSHIP_LEVELS, PAYMENT_STATES } from '#config/memberships'
import { formatRate, type WindowSeconds } from '#app/throttle/rate'
import { defineAdminList, timeCell, type Condition } from '../admin_list.js'
import { accountColumn, isKey } from '../columns.js'

/** Without three consecutive ones, the trigram index can't be used. */
const INDEXED = /[\p{L}\p{N}]{3}/u

/**
 * Matches a word anywhere in the names and email address, or a very short one at the start of
 * the username. A number is also an ID.
 */
function finding(word: string): Condition {
  const pattern = word.replaceAll(/[\\%_]/g, '\\$&')
  const named = INDEXED.test(word)
    ? { sql: 'a.words LIKE curia_fold(?)', values: [`%${pattern}%`] }
    : { sql: 'curia_fold(a.username) LIKE curia_fold(?)', values: [`${pattern}%`] }
  return isKey(word)
    ? { sql: `(${named.sql} OR a.id = ?)`, values: [...named.values, word] }
    : named
}

export const accounts = defineAdminList({
  path: '/admin/accounts/',
  title: 'Accounts',
  section: 'Accounts',
  description: 'All accounts. One or two letters find usernames that start with them.',
  right: 'accounts.view',
  from: 'accounts a LEFT JOIN roles r ON r.id = a.role_id LEFT JOIN memberships m ON m.account_id = a.id',
  key: 'a.id',
  select:
    'a.id, a.username, a.email, a.first_name, a.last_name, a.is_active, a.email_confirmed_at, a.date_created, a.last_sign_in, r.name AS role, m.level',
  sorts: {
    created: { sql: 'a.id', type: 'bigint' },
    name: { sql: 'curia_fold(a.username)', type: 'text' },
    signed_in: { sql: `coalesce(a.last_sign_in, '-infinity')`, type: 'timestamptz' },
  },
  descending: true,
  searchedBy: 'q',
  filters: {
    q: {
      label: 'Username, email address, or ID',
      where: finding,
    },
    state: {
      label: 'State',
      options: [
        ['active', 'active'],
        ['closed', 'closed'],
      ],
      where: (value) => ({
        sql: value === 'closed' ? 'NOT a.is_active' : 'a.is_active',
        values: [],
      }),
    },
    staff: {
      label: 'Staff',
      options: [['yes', 'staff only']],
      where: () => ({ sql: 'a.role_id IS NOT NULL', values: [] }),
    },
    level: {
      label: 'Membership',
      options: [...MEMBERSHIP_LEVELS].map(([key, { name }]) => [key, name]),
      where: (value) => ({ sql: 'm.level = ?', values: [value] }),
    },
  },
  columns: [
    {
      label: 'Name',
      sort: 'name',
      cell: ({ id, username }) => ({ text: String(username), path: `/admin/accounts/${id}/` }),
    },
    {
      label: 'Email address',
      cell: ({ email, email_confirmed_at: confirmed }) =>
        email ? `${email}${confirmed ? '' : ' (not confirmed)'}` : '–',
    },
    {
      label: 'State',
      cell: ({ is_active: active }) => (active ? 'active' : 'closed'),
    },
    { label: 'Role', cell: ({ role }) => String(role ?? '–') },
    {
      label: 'Membership',
      cell: ({ level }) =>
        level ? (MEMBERSHIP_LEVELS.get(String(level))?.name ?? 'Unknown') : '–',
    },
    { label: 'Created', sort: 'created', cell: ({ date_created: made }) => timeCell(made) },
    { label: 'Signed in', sort: 'signed_in', cell: ({ last_sign_in: at }) => timeCell(at) },
  ],
  empty: 'No matching accounts.',
})

const ACTIVE = `(m.payment_status <> 'failed' AND coalesce(m.termination_date, 'infinity') >= current_date)`

export const memberships = defineAdminList({
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

export const tokens = defineAdminList({
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

/** @param scopes that staff can override */
export const overridesList = (scopes: readonly string[]) =>
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
