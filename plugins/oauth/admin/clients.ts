import { defineAdminList, timeCell } from '#app/console/admin/admin_list'
import { getRedirectHost, nameIn } from '../clients.js'

const metadata = ({ payload }: Record<string, unknown>) => payload as Record<string, unknown>

export default defineAdminList({
  path: '/admin/oauth-clients/',
  title: 'OAuth clients',
  section: 'Accounts',
  description: 'Applications registered for OAuth sign-in.',
  right: 'oauth_clients.view',
  from: `(SELECT * FROM oauth_records WHERE model IN ('Client', 'ClientDocument')) c`,
  key: 'c.id',
  select: `c.id, c.key, c.payload, c.date_created,
    (SELECT count(*) FROM oauth_records g WHERE g.client_id = c.key AND g.model = 'Grant') AS grants,
    (SELECT max(g.last_used_at) FROM oauth_records g WHERE g.client_id = c.key AND g.model = 'Grant') AS last_used`,
  sorts: { registered: { sql: 'c.id', type: 'bigint' } },
  descending: true,
  filters: {
    name: {
      label: 'Name',
      where: (value) => ({
        sql: `strpos(lower(c.payload->>'client_name'), lower(?)) > 0`,
        values: [value],
      }),
    },
  },
  columns: [
    { label: 'Name', cell: (row) => nameIn(metadata(row)) },
    { label: 'Redirects to', cell: (row) => getRedirectHost(metadata(row)) },
    { label: 'Client ID', cell: ({ key }) => String(key) },
    { label: 'Accounts', number: true, cell: ({ grants }) => String(grants) },
    { label: 'Last used', cell: ({ last_used: at }) => timeCell(at) },
    {
      label: 'Registered',
      sort: 'registered',
      cell: ({ date_created: at }) => timeCell(at),
    },
  ],
  action: {
    label: 'Remove',
    right: 'oauth_clients.remove',
    path: ({ id }) => `/admin/oauth-clients/${id}/remove/`,
  },
  empty: 'No matching clients.',
})
