/**
 * The search that shows what a mail was about: the query of the alert, cut
 * off at the time the mail reaches back to (alerts 1.4).
 */
import { settings } from '#start/env'
import alertSettings from '../settings.js'
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

/**
 * What a mail reaches back to: of daily ones the whole day before, because
 * the nightly sweep reports all that changed on it.
 */
export function cutOff(rate: string, now = new Date(), timeZone = settings.timeZone): Date {
  if (rate === REAL_TIME) return new Date(now.getTime() - (alertSettings.gatherSeconds + 1) * 1000)
  const today = localTime(now, timeZone).slice(0, 10)
  if (rate === 'wly') return midnight(daysBefore(today, 7), timeZone)
  if (rate === 'dly') return midnight(daysBefore(today, 1), timeZone)
  const lastMonth = daysBefore(`${today.slice(0, 8)}01`, 1)
  return midnight(`${lastMonth.slice(0, 8)}01`, timeZone)
}

function daysBefore(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) - days * DAY).toISOString().slice(0, 10)
}

/** `2026-03-01 09:30:00`, as clocks there show it. */
function localTime(instant: Date, timeZone: string): string {
  // Swedish dates are those of ISO 8601.
  const format = { dateStyle: 'short', timeStyle: 'medium', timeZone } as const
  return new Intl.DateTimeFormat('sv-SE', format).format(instant)
}

/** When a day begins there. */
function midnight(day: string, timeZone: string): Date {
  const wanted = Date.parse(`${day}T00:00:00Z`)
  const ahead = (instant: number) =>
    Date.parse(`${localTime(new Date(instant), timeZone).replace(' ', 'T')}Z`) - instant
  return new Date(wanted - ahead(wanted - ahead(wanted)))
}
