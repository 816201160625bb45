/** Sections that alerts add to the pages of records. */
import type { Records, ShownRecord } from '#api/records'
import type { PageVisitor } from '#app/accounts/page_visitor'
import { signInPath } from '#app/accounts/sessions'
import type { RecordPages } from '#app/web/record_pages'
import { citesQuery } from '#plugins/case_law/public'
import { isQuotaUsed, formatDocketAlertLimitMessage } from '../docket_alerts/quota.js'
import { removePagePaths } from '../errors.js'
import { SUBSCRIBED } from '../models/docket_alert.js'
import SearchAlert from '../models/search_alert.js'
import { MAX_NAME_LENGTH, MAX_QUERY_LENGTH } from '../search_alerts/codes.js'

const NAME = 'Decisions that cite '

export function addSections(pages: RecordPages): void {
  pages.addSection('clusters', { view: 'alerts::citation_alert', load: loadCitationAlert })
  pages.addSection('dockets', { view: 'alerts::docket_button', load: loadDocketButton })
}

/** Button to follow a docket, or a link to sign in. */
async function loadDocketButton(
  records: Records,
  { id, absolute_url: path }: ShownRecord,
  visitor: PageVisitor | undefined
): Promise<Record<string, unknown>> {
  if (!visitor) return { signIn: signInPath(`${String(path)}#docket-alert`) }
  const [alert] = await records.list(
    'docket-alerts',
    { docket: String(id) },
    { viewer: visitor.account.id, limit: 1, include: ['follow_appeals'] }
  )
  const followed = alert?.alert_type === SUBSCRIBED
  const refusal =
    !followed &&
    (await isQuotaUsed(visitor.account)) &&
    removePagePaths(formatDocketAlertLimitMessage(visitor.account))
  const appeals = followed && alert.follow_appeals === true
  return { followed, appeals, refusal, csrf: visitor.csrfToken }
}

/** Link to create an alert for decisions that cite this one. */
async function loadCitationAlert(
  records: Records,
  { id, case_name: short, case_name_full: full }: ShownRecord,
  visitor: PageVisitor | undefined
): Promise<Record<string, unknown> | undefined> {
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
}
