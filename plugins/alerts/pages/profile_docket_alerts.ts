/**
 * The dockets an account follows.
 */
import type { HttpContext } from '@adonisjs/core/http'
import app from '@adonisjs/core/services/app'
import { requireAccount } from '#api/rights'
import { SUBSCRIBED } from '../docket_alerts/alert_types.js'

/** Alerts on one page, and pages. */
const SHOWN = 50
const MOST_PAGES = 1000

/** What the list is sorted by, with a minus in front the other way round (web, 3). */
const SORTS: Record<string, string> = {
  name: 'd.case_name',
  court: 'c.full_name',
  hit: 'a.date_last_hit',
  date_filed: 'd.date_filed',
  docket_number: 'd.docket_number',
}
const NEWEST = 'a.date_created DESC'

export async function list(ctx: HttpContext) {
  const { account } = requireAccount(ctx)
  const { order_by: order, page } = ctx.request.qs() as Record<string, unknown>
  const [, minus, name] = /^(-?)(\w+)$/.exec(typeof order === 'string' ? order : '') ?? []
  const column = name && Object.hasOwn(SORTS, name) ? SORTS[name] : undefined
  const number = Math.min(Math.max(Math.trunc(Number(page)) || 1, 1), MOST_PAGES)
  const database = await app.container.make('lucid.db')
  const { rows } = await database.rawQuery(
    `SELECT a.id, a.alert_type, a.date_last_hit, a.note, a.follow_appeals AS appeals, d.id AS docket, d.case_name, d.docket_number,
       d.date_filed::text AS date_filed, c.full_name AS court
     FROM docket_alerts a JOIN dockets d ON d.id = a.docket_id JOIN courts c ON c.id = d.court_id
     WHERE a.user_id = ?
     ORDER BY ${column ? `${column} ${minus ? 'DESC' : 'ASC'} NULLS LAST` : NEWEST}, a.id DESC
     LIMIT ${SHOWN + 1} OFFSET ${(number - 1) * SHOWN}`,
    [account.id]
  )
  const sorted = column ? `${minus}${name}` : ''
  return ctx.view.render('alerts::profile_docket_alerts', {
    alerts: rows.slice(0, SHOWN).map((row: Record<string, unknown>) => ({
      ...row,
      followed: row.alert_type === SUBSCRIBED,
      hit: row.date_last_hit instanceof Date ? row.date_last_hit.toISOString().slice(0, 10) : '',
    })),
    sorted,
    addressOf: (sort: string, at = 1) =>
      `?${new URLSearchParams({ ...(sort ? { order_by: sort } : {}), ...(at > 1 ? { page: String(at) } : {}) })}`,
    page: number,
    more: rows.length > SHOWN && number < MOST_PAGES,
  })
}
