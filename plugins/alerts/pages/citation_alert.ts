/** The part of a decision's page that leads to an alert for decisions that cite it. */
import type { PageSection } from '#app/web/record_pages'
import { citesQuery } from '#plugins/case_law/public'
import SearchAlert from '../models/search_alert.js'
import { MAX_NAME_LENGTH, MAX_QUERY_LENGTH } from '../search_alerts/codes.js'

const NAME = 'Decisions that cite '

export default {
  view: 'alerts::citation_alert',
  load: async (records, { id, case_name: short, case_name_full: full }, visitor) => {
    const opinions = await records.list(
      'opinions',
      { cluster: String(id) },
      { order: 'id', fields: 'id' }
    )
    const query = new URLSearchParams({
      type: 'o',
      q: citesQuery(opinions.map((opinion) => opinion.id)),
    }).toString()
    if (!opinions.length || query.length > MAX_QUERY_LENGTH) return undefined
    const alerts = visitor ? await SearchAlert.ofAccount(visitor.account.id) : []
    const alert = alerts.find((each) => each.query === query)
    if (alert) return { path: `/profile/alerts/${alert.id}/`, isFollowed: true }
    const name = `${NAME}${String(short || full || `No. ${String(id)}`)}`.slice(0, MAX_NAME_LENGTH)
    return {
      path: `/profile/alerts/new/?${new URLSearchParams({ query, name })}`,
      isFollowed: false,
    }
  },
} satisfies PageSection
