/**
 * The part of a docket's page where the signed-in user follows it, and
 * others get a link to sign in.
 */
import type { HttpContext } from '@adonisjs/core/http'
import app from '@adonisjs/core/services/app'
import { ApiError } from '#app/support/api_error'
import type { Records, ShownRecord } from '#api/records'
import { requireAccount } from '#api/rights'
import { signInPath } from '#app/accounts/sessions'
import type { PageVisitor } from '#app/accounts/page_visitor'
import { submitForm } from '#app/console/form_writes'
import { notify } from '#app/console/forms'
import { ToggleAppeals, ToggleDocketAlert } from '../actions/docket_alerts.js'
import { SUBSCRIBED } from '../models/docket_alert.js'
import { docketOfCase } from '../docket_alerts/dockets.js'
import { withoutPaths } from '../errors.js'
import { isQuotaUsed, refusalOf } from '../docket_alerts/quota.js'

const LIST = '/profile/docket-alerts/'

export async function loadButton(
  records: Records,
  { id, absolute_url: path }: ShownRecord,
  visitor: PageVisitor | undefined
): Promise<Record<string, unknown>> {
  if (!visitor) return { signIn: signInPath(`${String(path)}#docket-alert`) }
  const [alert] = await records.list(
    'docket-alerts',
    { docket: String(id) },
    { viewer: visitor.account.id, limit: 1 }
  )
  const followed = alert?.alert_type === SUBSCRIBED
  const database = await app.container.make('lucid.db')
  const refusal =
    !followed &&
    (await isQuotaUsed(database, visitor.account)) &&
    withoutPaths(refusalOf(visitor.account))
  const appeals = followed && alert.follow_appeals === true
  return { followed, appeals, refusal, csrf: visitor.csrfToken }
}

/**
 * `POST /alert/docket/toggle/`: follows a docket, with `follow_appeals` its
 * appeals, too, or ends that.
 */
export async function toggle(ctx: HttpContext) {
  const docket = docketGiven(ctx)
  const appeals = { follow_appeals: ctx.request.input('follow_appeals') === 'true' }
  let follows = false
  const problems = await submitForm(ctx, async (write) => {
    follows = await new ToggleDocketAlert().handle(write, docket, appeals)
  })
  if (problems && !problems.detail) throw noSuchDocket()
  // The page of the docket says by itself that there may be no more.
  const said = follows ? 'You follow the docket.' : 'You no longer follow the docket.'
  return goBack(ctx, docket, problems?.detail ?? said)
}

/** `POST /alert/docket/appeals/`: also follows the appeals of a followed docket, or no more. */
export async function toggleAppeals(ctx: HttpContext) {
  const docket = docketGiven(ctx)
  let follows = false
  const problems = await submitForm(ctx, async (write) => {
    follows = await new ToggleAppeals().handle(write, docket)
  })
  const said = follows
    ? 'You also follow appeals of this case.'
    : 'You no longer follow new appeals of this case.'
  return goBack(ctx, docket, problems?.detail ?? said)
}

function goBack(ctx: HttpContext, docket: string, said: string) {
  if (ctx.request.input('from') !== 'list')
    return ctx.response.redirect(`/docket/${docket}/#docket-alert`)
  notify(ctx, said)
  return ctx.response.redirect(LIST)
}

/** @throws ApiError 404 for what is no key of a docket */
function docketGiven({ request }: HttpContext): string {
  const given = request.input('docket') as unknown
  if (typeof given === 'string' && /^\d{1,18}$/.test(given)) return given
  throw noSuchDocket()
}

/** `GET /alert/docket/new/?registry_case_id=&court_id=`: to the docket of a case in the court system. */
export async function newAlert(ctx: HttpContext) {
  requireAccount(ctx)
  const { registry_case_id: number, court_id: court } = ctx.request.qs() as Record<string, unknown>
  const isKey = (value: unknown): value is string =>
    typeof value === 'string' && /^[\w.:-]{1,100}$/.test(value)
  if (!isKey(number) || !isKey(court)) throw noSuchDocket()
  const database = await app.container.make('lucid.db')
  const docket = await docketOfCase(database, { number, court })
  if (docket === undefined) throw noSuchDocket()
  return ctx.response.redirect(`/docket/${docket}/#docket-alert`)
}

function noSuchDocket(): ApiError {
  return ApiError.detail(404, 'There is no such docket in this archive.')
}
