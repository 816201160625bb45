import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { Database } from '@adonisjs/lucid/database'
import { AccountCache } from '#app/accounts/account_cache'
import { ApiError } from '#app/support/api_error'
import { cacheControl } from '#app/support/caching'
import { setPageHeaders } from '#app/support/page_headers'
import { DisableSearchAlerts, EnableSearchAlert } from '../actions/search_alerts.js'
import { AlertQuotaReached } from '../errors.js'
import SearchAlert from '../models/search_alert.js'
import { OFF, rateLabel, RATES } from '../search_alerts/codes.js'
import { linkLimit, oneClickLimit } from './docket_alert_links_controller.js'

const PAGE = 'alerts::alert_links'

/** Links in emails that disable or enable search alerts. The secret key replaces a login. */
@inject()
export default class SearchAlertLinksController {
  constructor(
    private database: Database,
    private accounts: AccountCache
  ) {}

  /** Disables the alert if its owner is signed in. Shows a form otherwise, because email programs prefetch links. */
  async confirmDisable(ctx: HttpContext) {
    const alerts = await linked([ctx.params.key])
    await ctx.auth.checkUsing(['web'])
    if (alerts[0]!.userId !== ctx.auth.user?.id) return render(ctx, alerts, { action: 'disable' })
    await new DisableSearchAlerts().handle(alerts)
    return render(ctx, await linked([ctx.params.key]), { action: 'disable' })
  }

  async disable(ctx: HttpContext) {
    await linkLimit.count(ctx)
    const alerts = await linked([ctx.params.key])
    await new DisableSearchAlerts().handle(alerts)
    return render(ctx, await linked([ctx.params.key]), { action: 'disable' })
  }

  /** One-click unsubscription by email programs (RFC 8058), from one or several alerts. */
  async oneClick(ctx: HttpContext) {
    await oneClickLimit.count(ctx)
    await new DisableSearchAlerts().handle(
      await linked(ctx.params.key ? [ctx.params.key] : keysOf(ctx))
    )
    return ctx.response.status(200).type('text/plain').send('You are unsubscribed.\n')
  }

  /** Lists several alerts, each with a button. */
  async index(ctx: HttpContext) {
    return render(ctx, await linked(keysOf(ctx)), { action: 'disable' })
  }

  async confirmEnable(ctx: HttpContext) {
    const rate = rateOf(ctx)
    return render(ctx, await linked([ctx.params.key]), { action: 'enable', rate })
  }

  async enable(ctx: HttpContext) {
    await linkLimit.count(ctx)
    const [rate, key] = [rateOf(ctx), ctx.params.key as string]
    const [alert] = await linked([key])
    const owner = await this.accounts.account(alert!.userId)
    let problem: string | undefined
    if (rate && owner) {
      try {
        await this.database.transaction((trx) =>
          new EnableSearchAlert().handle(trx, owner, { key, rate })
        )
      } catch (error) {
        if (!(error instanceof AlertQuotaReached)) throw error
        problem = error.sentence
      }
    }
    return render(ctx, await linked([key]), { action: 'enable', rate, problem })
  }
}

interface LinkPage {
  action: 'disable' | 'enable'
  /** Null if invalid. */
  rate?: string | null
  problem?: string
}

function render(ctx: HttpContext, alerts: SearchAlert[], page: LinkPage) {
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

/** @throws ApiError 404 if no alert has one of the keys */
async function linked(keys: string[]): Promise<SearchAlert[]> {
  const alerts = await SearchAlert.ofKeys(keys)
  if (!alerts.length) throw ApiError.detail(404, 'This alert no longer exists.')
  return alerts
}
