/**
 * The part of a docket's page where whoever is signed in follows it.
 */
import type { HttpContext } from '@adonisjs/core/http'
import app from '@adonisjs/core/services/app'
import { ApiError } from '#api/api_error'
import type { Records, ShownRecord } from '#api/records'
import { requireAccount } from '#api/rights'
import type { PageVisitor } from '#app/console/api_sessions'
import { written } from '#app/console/form_writes'
import { notify } from '#app/console/forms'
import { SUBSCRIBED } from '../docket_alerts/alert_types.js'
import { checkQuota, isQuotaUsed, REFUSAL } from '../docket_alerts/quota.js'

const LIST = '/profile/docket-alerts/'

export async function loadButton(
  records: Records,
  { id }: ShownRecord,
  visitor: PageVisitor | undefined
): Promise<Record<string, unknown> | undefined> {
  if (!visitor) return undefined
  const [alert] = await records.list(
    'docket-alerts',
    { docket: String(id) },
    { viewer: visitor.account.id, limit: 1 }
  )
  const followed = alert?.alert_type === SUBSCRIBED
  const database = await app.container.make('lucid.db')
  const refusal = !followed && (await isQuotaUsed(database, visitor.account)) && REFUSAL
  return { followed, refusal, csrf: visitor.csrfToken }
}

/** `POST /alert/docket/toggle/`: follows a docket, or ends that. */
export async function toggle(ctx: HttpContext) {
  const given = ctx.request.input('docket') as unknown
  const docket = typeof given === 'string' && /^\d{1,18}$/.test(given) ? given : undefined
  if (!docket) throw noSuchDocket()
  let follows = false
  const problems = await written(ctx, async ({ trx, writer, caller }) => {
    const alerts = writer.registry.get('docket-alerts')
    const own = { user_id: caller.account.id, docket_id: docket }
    const alert = await trx.from('docket_alerts').where(own).first()
    follows = alert?.alert_type !== SUBSCRIBED
    if (follows) await checkQuota(trx, caller.account)
    if (!alert) await writer.create(trx, alerts, { caller, body: { docket } })
    else if (follows)
      await writer.update(trx, alerts, String(alert.id), {
        caller,
        body: { alert_type: SUBSCRIBED },
        partial: true,
      })
    else await writer.destroy(trx, alerts, String(alert.id), { caller })
  })
  if (problems && !problems.detail) throw noSuchDocket()
  // The page of the docket says by itself that there may be no more.
  if (ctx.request.input('from') !== 'list')
    return ctx.response.redirect(`/docket/${docket}/#docket-alert`)
  if (problems) notify(ctx, problems.detail!)
  else notify(ctx, follows ? 'You follow the docket.' : 'You no longer follow the docket.')
  return ctx.response.redirect(LIST)
}

/** `GET /alert/docket/new/?registry_case_id=&court_id=`: to the docket of a case in the court system. */
export async function newAlert(ctx: HttpContext) {
  requireAccount(ctx)
  const { registry_case_id: number, court_id: court } = ctx.request.qs() as Record<string, unknown>
  const isKey = (value: unknown) => typeof value === 'string' && /^[\w.:-]{1,100}$/.test(value)
  if (!isKey(number) || !isKey(court)) throw noSuchDocket()
  const database = await app.container.make('lucid.db')
  const docket = await database
    .from('dockets')
    .where({ registry_case_id: number, court_id: court })
    .orderBy('id')
    .first()
  if (!docket) throw noSuchDocket()
  return ctx.response.redirect(`/docket/${docket.id}/#docket-alert`)
}

function noSuchDocket(): ApiError {
  return ApiError.detail(404, 'There is no such docket in this archive.')
}
