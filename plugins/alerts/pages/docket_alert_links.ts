/**
 * Links in mails that end a docket alert or begin it again. Its secret key
 * says whose it is; no sign-in is needed (alerts, 2).
 */
import type { HttpContext } from '@adonisjs/core/http'
import app from '@adonisjs/core/services/app'
import { ApiError } from '#app/support/api_error'
import type { Records } from '#api/records'
import { setPageHeaders } from '#app/support/page_headers'
import type { RecordPages } from '#app/web/record_pages'
import { SetSubscription, TYPES, type SubscriptionChange } from '../actions/docket_alerts.js'
import { caseOf, type AlertedCase } from '../docket_alerts/dockets.js'
import { AlertQuotaReached } from '../errors.js'
import DocketAlert from '../models/docket_alert.js'
import { cacheControl } from '#app/support/caching'
import { AttemptLimit } from '#app/throttle/attempt_limit'

/** Asks, because programs follow links. */
export async function confirm(ctx: HttpContext, pages: RecordPages, action: SubscriptionChange) {
  const { alert, docket } = await linked(ctx, pages.records)
  return show(ctx, docket, { action, done: alert.alertType === TYPES[action] })
}

export async function change(ctx: HttpContext, pages: RecordPages, action: SubscriptionChange) {
  await linkLimit.count(ctx)
  const { docket } = await linked(ctx, pages.records)
  const problem = await set(ctx.params.key, action, docket)
  return show(ctx, docket, { action, done: !problem, problem })
}

/** What mail programs send (RFC 8058). */
export async function oneClick(ctx: HttpContext, pages: RecordPages) {
  await oneClickLimit.count(ctx)
  const { docket } = await linked(ctx, pages.records)
  await set(ctx.params.key, 'unsubscribe', docket)
  return ctx.response.status(200).type('text/plain').send('You are unsubscribed.\n')
}

interface LinkPage {
  action: SubscriptionChange
  done: boolean
  problem?: string
}

function show(ctx: HttpContext, docket: AlertedCase, state: LinkPage) {
  setPageHeaders(ctx.response)
  if (state.problem) ctx.response.status(403)
  ctx.response.header('cache-control', cacheControl('own'))
  return ctx.view.render('alerts::docket_link', { docket, ...state })
}

/** @returns why it cannot be done */
async function set(
  key: string,
  action: SubscriptionChange,
  docket: AlertedCase
): Promise<string | undefined> {
  const database = await app.container.make('lucid.db')
  const subscription = await app.container.make(SetSubscription)
  try {
    await database.transaction((trx) => subscription.handle(trx, { key, action, docket }))
    return undefined
  } catch (error) {
    if (!(error instanceof AlertQuotaReached)) throw error
    return error.sentence
  }
}

/** @throws ApiError 404 for a key no alert has */
async function linked(
  { params }: HttpContext,
  records: Records
): Promise<{ alert: DocketAlert; docket: AlertedCase }> {
  const alert = await DocketAlert.ofKey(params.key)
  const docket = alert && (await caseOf(records, String(alert.docketId)))
  if (!docket) throw ApiError.detail(404, 'This link leads to no docket alert any more.')
  return { alert, docket }
}

export const linkLimit = new AttemptLimit('alert-links', ['3/min'])

/** Mail services send those of many readers. */
export const oneClickLimit = new AttemptLimit('alert-clicks', ['300/min'])
