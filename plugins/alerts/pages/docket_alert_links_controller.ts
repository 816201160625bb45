import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { Database } from '@adonisjs/lucid/database'
import { Records } from '#api/records'
import { ResourceRegistry } from '#api/registry'
import { Reader } from '#app/database/reader'
import { ApiError } from '#app/support/api_error'
import { cacheControl } from '#app/support/caching'
import { setPageHeaders } from '#app/support/page_headers'
import { AttemptLimit } from '#app/throttle/attempt_limit'
import { SetSubscription, TYPES, type SubscriptionChange } from '../actions/docket_alerts.js'
import { findAlertedCase, type AlertedCase } from '../docket_alerts/dockets.js'
import { MAX_IN_URL } from '../docket_alerts/mails.js'
import { AlertQuotaReached } from '../errors.js'
import DocketAlert from '../models/docket_alert.js'

interface LinkPage {
  action: SubscriptionChange
  done: boolean
  problem?: string
}

/** The alert of a secret key. */
interface LinkedAlert {
  key: string
  alert: DocketAlert
  docket: AlertedCase
}

const gone = () => ApiError.detail(404, 'This docket alert no longer exists.')

/** Links in emails that end or resume a docket alert. The secret key replaces a login. */
@inject()
export default class DocketAlertLinksController {
  readonly #records: Records

  constructor(
    private database: Database,
    private subscription: SetSubscription,
    registry: ResourceRegistry,
    reader: Reader
  ) {
    this.#records = new Records(registry, reader)
  }

  async confirmSubscribe(ctx: HttpContext) {
    return this.#confirm(ctx, 'subscribe')
  }

  async subscribe(ctx: HttpContext) {
    return this.#change(ctx, 'subscribe')
  }

  async confirmUnsubscribe(ctx: HttpContext) {
    return this.#confirm(ctx, 'unsubscribe')
  }

  async unsubscribe(ctx: HttpContext) {
    return this.#change(ctx, 'unsubscribe')
  }

  /** Lists the dockets of a daily or weekly email. */
  async index(ctx: HttpContext) {
    setPageHeaders(ctx.response)
    ctx.response.header('cache-control', cacheControl('own'))
    const linked = await this.#several(ctx)
    return ctx.view.render('alerts::docket_links', {
      dockets: linked.map(({ key, alert, docket }) => ({
        ...docket,
        key,
        followed: alert.isSubscribed,
      })),
    })
  }

  /** One-click unsubscription by email programs (RFC 8058), from one or several dockets. */
  async oneClick(ctx: HttpContext) {
    await oneClickLimit.count(ctx)
    for (const { key, docket } of await this.#several(ctx))
      await this.#set(key, 'unsubscribe', docket)
    return ctx.response.status(200).type('text/plain').send('You are unsubscribed.\n')
  }

  /** Shows a form instead of acting immediately, because email programs prefetch links. */
  async #confirm(ctx: HttpContext, action: SubscriptionChange) {
    const { alert, docket } = await this.#linked(ctx)
    return render(ctx, docket, { action, done: alert.alertType === TYPES[action] })
  }

  async #change(ctx: HttpContext, action: SubscriptionChange) {
    await linkLimit.count(ctx)
    const { docket } = await this.#linked(ctx)
    const problem = await this.#set(ctx.params.key, action, docket)
    return render(ctx, docket, { action, done: !problem, problem })
  }

  /** @returns the problem, if any */
  async #set(
    key: string,
    action: SubscriptionChange,
    docket: AlertedCase
  ): Promise<string | undefined> {
    try {
      await this.database.transaction((trx) =>
        this.subscription.handle(trx, { key, action, docket })
      )
      return undefined
    } catch (error) {
      if (!(error instanceof AlertQuotaReached)) throw error
      return error.sentence
    }
  }

  /** @throws ApiError 404 if no alert has the key */
  async #linked({ params }: HttpContext): Promise<LinkedAlert> {
    const linked = await this.#find(params.key)
    if (!linked) throw gone()
    return linked
  }

  /** @throws ApiError 404 if no alert has one of the keys */
  async #several({ params, request }: HttpContext): Promise<LinkedAlert[]> {
    const keys = params.key ? [params.key] : [request.qs().keys as unknown].flat()
    const found: LinkedAlert[] = []
    for (const key of new Set(keys.slice(0, MAX_IN_URL))) {
      const linked = typeof key === 'string' ? await this.#find(key) : undefined
      if (linked) found.push(linked)
    }
    if (!found.length) throw gone()
    return found
  }

  async #find(key: string): Promise<LinkedAlert | undefined> {
    const alert = await DocketAlert.ofKey(key)
    const docket = alert && (await findAlertedCase(this.#records, String(alert.docketId)))
    return docket ? { key, alert, docket } : undefined
  }
}

function render(ctx: HttpContext, docket: AlertedCase, state: LinkPage) {
  setPageHeaders(ctx.response)
  if (state.problem) ctx.response.status(403)
  ctx.response.header('cache-control', cacheControl('own'))
  return ctx.view.render('alerts::docket_link', { docket, ...state })
}

export const linkLimit = new AttemptLimit('alert-links', ['3/min'])

/** Higher than for forms, because an email service sends requests for many readers. */
export const oneClickLimit = new AttemptLimit('alert-clicks', ['300/min'])
