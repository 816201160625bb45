import type { SearchPart } from '#app/search/contributions'
import type { PageVisitor } from '#app/accounts/page_visitor'
import { findSearchAlert } from '../search_alerts/stored_alerts.js'

/** @returns undefined for alerts of other accounts */
async function loadEdited(
  id: string,
  visitor: PageVisitor | undefined
): Promise<Record<string, unknown> | undefined> {
  if (!visitor) return undefined
  const alert = await findSearchAlert(visitor.account.id, id)
  return alert ? { alert, csrf: visitor.csrfToken } : undefined
}

export default {
  parameter: 'edit_alert',
  view: 'alerts::edited_alert',
  load: loadEdited,
} satisfies SearchPart
