/**
 * What the form of a search alert shows: the search in words, its hits, and the
 * rates the account may have.
 */
import type { HttpContext } from '@adonisjs/core/http'
import app from '@adonisjs/core/services/app'
import { requireAccount } from '#api/rights'
import type { Problems } from '#app/console/forms'
import { searchInWords } from '#plugins/search/public'
import { matchesAll, parametersOf, typeOf } from '../search_alerts/alert_query.js'
import { isAlertType, isArchive } from '../search_alerts/codes.js'
import { estimateHits } from '../search_alerts/estimate.js'
import { ratesOpenTo } from '../search_alerts/quota.js'
import type { ShownAlert } from '../search_alerts/stored_alerts.js'

/** As typed; a form may lack any of them. */
export type AlertValues = Record<'name' | 'query' | 'rate' | 'alert_type', unknown>

/**
 * The state of the form's view.
 *
 * @param before the alert as stored, if it is not a new one: it may keep the rate it has
 */
export async function formState(ctx: HttpContext, values: AlertValues, before?: ShownAlert) {
  const { account } = requireAccount(ctx)
  const query = typeof values.query === 'string' ? values.query : ''
  const parameters = parametersOf(query)
  const searched = typeOf(parameters)
  const covers = values.alert_type === 'd' ? 'd' : 'r'
  const type = isArchive(searched) ? covers : searched
  const database = await app.container.make('lucid.db')
  const [words, estimate, rates] = await Promise.all([
    query ? searchInWords(query, app) : [],
    isAlertType(type) && !matchesAll(parameters)
      ? estimateHits(parameters, type).catch(() => null)
      : null,
    ratesOpenTo(database, account, type, before),
  ])
  return {
    id: before?.id,
    values: { ...values, query, alert_type: covers },
    search: new URLSearchParams(query).toString(),
    isArchive: isArchive(searched),
    words,
    estimate,
    rates,
  }
}

/** What is not about one field belongs beside the query; what comes with a `detail` only explains it. */
export function worded(problems: Problems): Problems {
  return problems.detail ? { query: problems.detail } : problems
}
