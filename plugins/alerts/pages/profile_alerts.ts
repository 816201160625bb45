/**
 * The pages on which an account keeps its search alerts.
 */
import type { HttpContext } from '@adonisjs/core/http'
import app from '@adonisjs/core/services/app'
import { ApiError } from '#app/support/api_error'
import { InvalidValues } from '#app/support/domain_error'
import { requireAccount } from '#api/rights'
import { Writer } from '#api/writes/writer'
import { changeFromForm, createFromForm, submitForm } from '#app/console/form_writes'
import { notify, showAgain, type Problems } from '#app/console/forms'
import { AlertQuotaReached } from '../errors.js'
import { parametersOf, typeOf, matchesAll } from '../search_alerts/alert_query.js'
import {
  DAILY,
  isArchive,
  MAX_QUERY_LENGTH,
  MAX_NAME_LENGTH,
  isAlertType,
} from '../search_alerts/codes.js'
import { MAX_SHOWN } from '../models/search_alert.js'
import { countArchiveAlerts, quotaOf, ratesOpenTo } from '../search_alerts/quota.js'
import { alertOf, alertsOf, type ShownAlert } from '../search_alerts/stored_alerts.js'
import { searchInWords } from '#plugins/search/public'
import { estimateHits } from '../search_alerts/estimate.js'

const EDIT = 'alerts::edit_alert'
const HOME = '/profile/alerts/'

export async function list(ctx: HttpContext) {
  const { account } = requireAccount(ctx)
  const database = await app.container.make('lucid.db')
  return ctx.view.render('alerts::profile_alerts', {
    alerts: await inWords(await alertsOf(database, account.id)),
    quota: quotaOf(account),
    used: await countArchiveAlerts(database, account.id),
    most: MAX_SHOWN,
  })
}

/** The form for an alert, with a search that was just made, and a name for it. */
export async function start(ctx: HttpContext) {
  const given = ctx.request.qs() as Record<string, unknown>
  const text = typeof given.query === 'string' ? given.query.slice(0, MAX_QUERY_LENGTH) : ''
  const words = parametersOf(text).get('q')?.at(-1) ?? ''
  const name = (typeof given.name === 'string' ? given.name : words).slice(0, MAX_NAME_LENGTH)
  const values = { name, query: text, rate: DAILY, alert_type: 'r' }
  return ctx.view.render(EDIT, await formState(ctx, values))
}

export async function create(ctx: HttpContext) {
  const values = valuesOf(typedIn(ctx))
  const created = await createFromForm(ctx, await resourceOfAlerts(), values, besideRate)
  if ('problems' in created)
    return showAgain(ctx, EDIT, worded(created.problems), await formState(ctx, values))
  notify(ctx, 'Alert created.')
  return ctx.response.redirect(HOME)
}

export async function edit(ctx: HttpContext) {
  const alert = await ownAlert(ctx)
  return ctx.view.render(EDIT, await formState(ctx, alert, alert))
}

export async function save(ctx: HttpContext) {
  return change(ctx, await ownAlert(ctx), typedIn(ctx))
}

/** Puts a search that was just made into an alert. */
export async function saveSearch(ctx: HttpContext) {
  const alert = await ownAlert(ctx)
  const { alert_type: type } = alert
  const query = ctx.request.input('query') as unknown
  return change(ctx, alert, { query, alert_type: isArchive(type) ? type : undefined })
}

/** What is wrong is shown on the page of the alert, wherever it was asked for. */
async function change(ctx: HttpContext, alert: ShownAlert, given: Partial<AlertValues>) {
  const { id } = alert
  const body = valuesOf(given)
  const changed = { resource: await resourceOfAlerts(), key: id }
  const problems = await changeFromForm(ctx, changed, body, besideRate)
  if (problems)
    return showAgain(
      ctx,
      EDIT,
      worded(problems),
      await formState(ctx, { ...alert, ...body }, alert)
    )
  notify(ctx, 'Changes saved.')
  return ctx.response.redirect(HOME)
}

export async function confirmDelete(ctx: HttpContext) {
  return ctx.view.render('alerts::delete_alert', { alert: await ownAlert(ctx) })
}

export async function destroy(ctx: HttpContext) {
  const { id } = await ownAlert(ctx)
  await submitForm(ctx, ({ trx, writer, caller }) =>
    writer.destroy(trx, writer.registry.get('alerts'), id, { caller })
  )
  notify(ctx, 'Alert deleted.')
  return ctx.response.redirect(HOME)
}

/** Alerts with their searches in words. */
async function inWords(alerts: ShownAlert[]) {
  return Promise.all(
    alerts.map(async (alert) => ({ ...alert, words: await searchInWords(alert.query, app) }))
  )
}

/** A quota that is used up is a problem of the rate: another one, or none, may be had. */
function besideRate(error: unknown): unknown {
  return error instanceof AlertQuotaReached ? new InvalidValues({ rate: error.sentence }) : error
}

const resourceOfAlerts = async () => (await app.container.make(Writer)).registry.get('alerts')

function typedIn({ request }: HttpContext): Partial<AlertValues> {
  return request.only(['name', 'query', 'rate', 'alert_type'])
}

/** What a federal alert covers says nothing for others. */
function valuesOf({ query, alert_type: type, ...values }: Partial<AlertValues>): AlertValues {
  const asked = typeof query === 'string' ? query.trim().replace(/^\?/, '') : query
  const covers = isArchive(typeOf(parametersOf(String(asked ?? ''))))
  return { ...values, query: asked, ...(covers ? { alert_type: type ?? 'r' } : {}) } as AlertValues
}

/** @throws ApiError 404 for alerts of others, too */
async function ownAlert(ctx: HttpContext): Promise<ShownAlert> {
  const { account } = requireAccount(ctx)
  const alert = await alertOf(account.id, ctx.params.id)
  if (!alert) throw ApiError.detail(404, 'You have no such alert.')
  return alert
}

/** As typed; a form may lack any of them. */
type AlertValues = Record<'name' | 'query' | 'rate' | 'alert_type', unknown>

/**
 * The state of the form's view.
 *
 * @param before the alert as stored, if it is not a new one: it may keep the rate it has
 */
async function formState(ctx: HttpContext, values: AlertValues, before?: ShownAlert) {
  const { account } = requireAccount(ctx)
  const query = typeof values.query === 'string' ? values.query : ''
  const parameters = parametersOf(query)
  const searched = typeOf(parameters)
  const covers = values.alert_type === 'd' ? 'd' : 'r'
  const type = isArchive(searched) ? covers : searched
  const database = await app.container.make('lucid.db')
  const [words, estimate, rates] = await Promise.all([
    query ? searchInWords(query, app) : [],
    isAlertType(type) && !matchesAll(parameters)
      ? estimateHits(parameters, type).catch(() => null)
      : null,
    ratesOpenTo(database, account, type, before),
  ])
  return {
    id: before?.id,
    values: { ...values, query, alert_type: covers },
    search: new URLSearchParams(query).toString(),
    isArchive: isArchive(searched),
    words,
    estimate,
    rates,
  }
}

/** What is not about one field belongs beside the query; what comes with a `detail` only explains it. */
function worded(problems: Problems): Problems {
  return problems.detail ? { query: problems.detail } : problems
}
