/**
 * The part of the search page where the owner of an alert puts another search
 * into it (alerts 1.5; web 3).
 */
import type { PageVisitor } from '#app/accounts/page_visitor'
import { alertOf } from '../search_alerts/stored_alerts.js'

/** Nothing for those it does not belong to. */
export async function loadEdited(
  id: string,
  visitor: PageVisitor | undefined
): Promise<Record<string, unknown> | undefined> {
  if (!visitor) return undefined
  const alert = await alertOf(visitor.account.id, id)
  return alert ? { alert, csrf: visitor.csrfToken } : undefined
}
