/**
 * Links in mails that end a docket alert or begin it again. Its secret key
 * says whose it is; no sign-in is needed (alerts, 2).
 */
import type { HttpContext } from '@adonisjs/core/http'
import app from '@adonisjs/core/services/app'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import mail from '@adonisjs/mail/services/main'
import { ApiError } from '#app/support/api_error'
import type { Records } from '#api/records'
import { noticeAddress } from '#app/mail/notice_address'
import { setPageHeaders } from '#app/support/page_headers'
import type { RecordPages } from '#app/web/record_pages'
import { SUBSCRIBED, UNSUBSCRIBED } from '../docket_alerts/alert_types.js'
import { followAppealsThereAre } from '../docket_alerts/appeals.js'
import { caseOf, type AlertedCase } from '../docket_alerts/cases.js'
import { SubscribedMail, UnsubscribedMail } from '../docket_alerts/mails.js'
import { isQuotaUsed, refusalOf } from '../docket_alerts/quota.js'
import { startFromHere } from '../docket_alerts/start_from_here.js'
import { SECRET_KEY } from '../secret_key.js'
import { linkLimit, oneClickLimit } from './link_limits.js'
import { AccountCache } from '#app/accounts/account_cache'

type Action = 'subscribe' | 'unsubscribe'

const TYPES = { subscribe: SUBSCRIBED, unsubscribe: UNSUBSCRIBED } satisfies Record<Action, number>
const MAILS = { subscribe: SubscribedMail, unsubscribe: UnsubscribedMail }

interface LinkedAlert {
  id: string
  user_id: string
  docket_id: string
  alert_type: number
  follow_appeals: boolean
}

/** Asks, because programs follow links. */
export async function confirm(ctx: HttpContext, pages: RecordPages, action: Action) {
  const { alert, docket } = await linked(ctx, pages.records)
  return show(ctx, docket, { action, done: alert.alert_type === TYPES[action] })
}

export async function change(ctx: HttpContext, pages: RecordPages, action: Action) {
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
  action: Action
  done: boolean
  problem?: string
}

function show(ctx: HttpContext, docket: AlertedCase, state: LinkPage) {
  setPageHeaders(ctx.response)
  if (state.problem) ctx.response.status(403)
  ctx.response.header('cache-control', 'no-store')
  return ctx.view.render('alerts::docket_link', { docket, ...state })
}

/**
 * Changes an alert and tells its owner, unless it is like that already.
 *
 * @returns why it cannot be done
 */
async function set(key: string, action: Action, docket: AlertedCase): Promise<string | undefined> {
  const database = await app.container.make('lucid.db')
  const directory = await app.container.make(AccountCache)
  return database.transaction(async (trx) => {
    const alert = await alertOf(trx, key)
    if (!alert || alert.alert_type === TYPES[action]) return undefined
    const owner = await directory.account(Number(alert.user_id))
    if (action === 'subscribe' && owner && (await isQuotaUsed(trx, owner))) return refusalOf(owner)
    await trx
      .from('docket_alerts')
      .where('id', alert.id)
      .update({ alert_type: TYPES[action], date_modified: new Date() })
    if (action === 'subscribe') {
      await startFromHere(trx, { ...alert })
      if (alert.follow_appeals) await followAppealsThereAre(trx, alert.id)
    }
    const recipient = await noticeAddress(trx, alert.user_id)
    if (recipient) await mail.sendLater(new MAILS[action](recipient, docket, key), { trx })
    return undefined
  })
}

async function alertOf(trx: TransactionClientContract, key: string): Promise<LinkedAlert | null> {
  return trx.from('docket_alerts').where('secret_key', key).forUpdate().first()
}

/** @throws ApiError 404 for a key no alert has */
async function linked(
  { params }: HttpContext,
  records: Records
): Promise<{ alert: LinkedAlert; docket: AlertedCase }> {
  const database = await app.container.make('lucid.db')
  const alert: LinkedAlert | null = SECRET_KEY.test(params.key)
    ? await database.from('docket_alerts').where('secret_key', params.key).first()
    : null
  const docket = alert && (await caseOf(records, String(alert.docket_id)))
  if (!docket) throw ApiError.detail(404, 'This link leads to no docket alert any more.')
  return { alert, docket }
}
