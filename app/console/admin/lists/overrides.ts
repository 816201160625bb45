import { accountColumn } from '../account_columns.js'
import { formatRate, type WindowSeconds } from '#app/throttle/rate'
import { defineAdminList, timeCell } from '../admin_list.js'

/** @param scopes that staff may override */
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
