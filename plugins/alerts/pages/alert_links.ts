/**
 * Links in mails that end search alerts, or begin one again. The secret key
 * says whose it is; no sign-in is needed (alerts 1.6).
 */
import type { HttpContext } from '@adonisjs/core/http'
import app from '@adonisjs/core/services/app'
import { ApiError } from '#app/support/api_error'
import { setPageHeaders } from '#app/support/page_headers'
import { DisableSearchAlerts, EnableSearchAlert } from '../actions/search_alerts.js'
import { AlertQuotaReached } from '../errors.js'
import { OFF, rateLabel, RATES } from '../search_alerts/codes.js'
import SearchAlert from '../models/search_alert.js'
import { linkLimit, oneClickLimit } from './docket_alert_links.js'
import { AccountCache } from '#app/accounts/account_cache'
import { cacheControl } from '#app/support/caching'

const PAGE = 'alerts::alert_links'

/** Asks, because programs follow links; not its owner, who is signed in. */
export async function confirmDisable(ctx: HttpContext) {
  const alerts = await linked([ctx.params.key])
  await ctx.auth.checkUsing(['web'])
  if (alerts[0]!.userId !== ctx.auth.user?.id) return show(ctx, alerts, { action: 'disable' })
  await new DisableSearchAlerts().handle(alerts)
  return show(ctx, await linked([ctx.params.key]), { action: 'disable' })
}

export async function disable(ctx: HttpContext) {
  await linkLimit.count(ctx)
  const alerts = await linked([ctx.params.key])
  await new DisableSearchAlerts().handle(alerts)
  return show(ctx, await linked([ctx.params.key]), { action: 'disable' })
}

/** What mail programs send (RFC 8058), for one alert and for several. */
export async function oneClick(ctx: HttpContext) {
  await oneClickLimit.count(ctx)
  await new DisableSearchAlerts().handle(
    await linked(ctx.params.key ? [ctx.params.key] : keysOf(ctx))
  )
  return ctx.response.status(200).type('text/plain').send('You are unsubscribed.\n')
}

/** Several alerts, with a button for each. */
export async function listToDisable(ctx: HttpContext) {
  return show(ctx, await linked(keysOf(ctx)), { action: 'disable' })
}

export async function confirmEnable(ctx: HttpContext) {
  const rate = rateOf(ctx)
  return show(ctx, await linked([ctx.params.key]), { action: 'enable', rate })
}

export async function enable(ctx: HttpContext) {
  await linkLimit.count(ctx)
  const [rate, key] = [rateOf(ctx), ctx.params.key as string]
  const [alert] = await linked([key])
  const directory = await app.container.make(AccountCache)
  const owner = await directory.account(alert!.userId)
  let problem: string | undefined
  if (rate && owner) {
    const database = await app.container.make('lucid.db')
    try {
      await database.transaction((trx) => new EnableSearchAlert().handle(trx, owner, { key, rate }))
    } catch (error) {
      if (!(error instanceof AlertQuotaReached)) throw error
      problem = error.sentence
    }
  }
  return show(ctx, await linked([key]), { action: 'enable', rate, problem })
}

interface LinkPage {
  action: 'disable' | 'enable'
  /** Null: none that there is. */
  rate?: string | null
  problem?: string
}

function show(ctx: HttpContext, alerts: SearchAlert[], page: LinkPage) {
  setPageHeaders(ctx.response)
  ctx.response.header('cache-control', cacheControl('own'))
  if (page.rate === null) ctx.response.status(400)
  else if (page.problem) ctx.response.status(403)
  return ctx.view.render(PAGE, {
    ...page,
    rates: RATES.filter(({ value }) => value !== OFF),
    alerts: alerts.map(({ name, secretKey: key, rate }) => ({
      name,
      key,
      isOff: rate === OFF,
      rateLabel: rateLabel(rate),
    })),
  })
}

function keysOf({ request }: HttpContext): string[] {
  return [request.qs().keys as unknown].flat().filter((key) => typeof key === 'string')
}

function rateOf({ request }: HttpContext): string | null {
  const rate = (request.qs().rate as unknown) ?? 'dly'
  return RATES.some(({ value }) => value === rate && value !== OFF) ? String(rate) : null
}

/** @throws ApiError 404 when no alert has one of the keys */
async function linked(keys: string[]): Promise<SearchAlert[]> {
  const alerts = await SearchAlert.ofKeys(keys)
  if (!alerts.length) throw ApiError.detail(404, 'This link leads to no alert any more.')
  return alerts
}
