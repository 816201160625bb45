/** Connected applications in the data export of an account. */
import type { TakeOutPart } from '#app/console/take_out_part'
import { listConnectedApplications } from './clients.js'
import OAuthRecord from './models/oauth_record.js'

export default {
  name: 'applications',
  tables: [OAuthRecord.table],
  async *read(accountId) {
    const applications = await listConnectedApplications(accountId)
    yield applications.map(({ name, host, scopes, granted, lastUsed }) =>
      JSON.stringify({ name, host, scopes, date_created: granted, last_used: lastUsed })
    )
  },
} satisfies TakeOutPart
