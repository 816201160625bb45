/**
 * The search that shows what a mail was about: the query of the alert, cut
 * off at the time the mail reaches back to (alerts 1.4).
 */
import { settings } from '#start/env'
import { parametersOf } from '../search_alerts/alert_query.js'
import { REAL_TIME } from '../search_alerts/codes.js'
import type { AlertRow } from '../webhooks/payload.js'

const DAY = 86_400_000

/** Query string of the search page. */
export function seeAllQuery({
  query,
  rate,
  alert_type: type,
}: Pick<AlertRow, 'query' | 'rate' | 'alert_type'>): string {
  const parameters = parametersOf(query)
  const q = parameters.get('q')?.at(-1)?.trim()
  const since = `timestamp:[${cutOff(rate).toISOString()} TO *]`
  parameters.set('q', [q ? `(${q}) AND ${since}` : since])
  parameters.set('type', [type])
  return new URLSearchParams(
    [...parameters].flatMap(([name, values]) =>
      values.map((value): [string, string] => [name, value])
    )
  ).toString()
}

function cutOff(rate: string): Date {
  const now = new Date()
  if (rate === REAL_TIME)
    return new Date(now.getTime() - (settings.alerts.gatherSeconds + 1) * 1000)
  if (rate === 'mly') return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 1))
  return new Date(now.getTime() - (rate === 'wly' ? 7 * DAY : DAY))
}
