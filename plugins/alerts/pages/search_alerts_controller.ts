import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import app from '@adonisjs/core/services/app'
import { Database } from '@adonisjs/lucid/database'
import { ApiError } from '#app/support/api_error'
import { InvalidValues } from '#app/support/domain_error'
import { requireAccount } from '#api/rights'
import { ResourceRegistry } from '#api/registry'
import { changeFromForm, createFromForm, submitForm } from '#app/console/form_writes'
import { notify, renderFormErrors, type Problems } from '#app/console/forms'
import { AlertQuotaReached } from '../errors.js'
import { parseAlertQuery, getSearchTypeCode, matchesAll } from '../search_alerts/alert_query.js'
import {
  DAILY,
  isArchive,
  MAX_QUERY_LENGTH,
  MAX_NAME_LENGTH,
  OFF,
  isAlertType,
} from '../search_alerts/codes.js'
import { MAX_SHOWN } from '../models/search_alert.js'
import { countArchiveAlerts, getAlertQuota, listAllowedRates } from '../search_alerts/quota.js'
import {
  findSearchAlert,
  listSearchAlerts,
  type ShownAlert,
} from '../search_alerts/stored_alerts.js'
import { searchInWords } from '#plugins/search/public'
import { estimateHits } from '../search_alerts/estimate.js'

const EDIT = 'alerts::edit_alert'
const HOME = '/profile/alerts/'

/** Pages on which an account manages its search alerts. */
@inject()
export default class SearchAlertsController {
  constructor(
    private database: Database,
    private registry: ResourceRegistry
  ) {}

  async index(ctx: HttpContext) {
    const { account } = requireAccount(ctx)
    const all = await inWords(await listSearchAlerts(this.database, account.id))
    return ctx.view.render('alerts::profile_alerts', {
      alerts: all.filter(({ rate }) => rate !== OFF),
      saved: all.filter(({ rate }) => rate === OFF),
      count: all.length,
      quota: getAlertQuota(account),
      used: await countArchiveAlerts(this.database, account.id),
      most: MAX_SHOWN,
    })
  }

  /** The form for a new alert, filled in from a search. */
  async create(ctx: HttpContext) {
    const given = ctx.request.qs() as Record<string, unknown>
    const text = typeof given.query === 'string' ? given.query.slice(0, MAX_QUERY_LENGTH) : ''
    const words = parseAlertQuery(text).get('q')?.at(-1) ?? ''
    const name = (typeof given.name === 'string' ? given.name : words).slice(0, MAX_NAME_LENGTH)
    const rate = given.rate === OFF ? OFF : DAILY
    const values = { name, query: text, rate, alert_type: 'r' }
    return ctx.view.render(EDIT, await this.#formState(ctx, values))
  }

  async store(ctx: HttpContext) {
    const values = valuesOf(typedIn(ctx))
    const created = await createFromForm(ctx, this.#resource, values, atRate)
    if ('problems' in created)
      return renderFormErrors(
        ctx,
        EDIT,
        worded(created.problems),
        await this.#formState(ctx, values)
      )
    notify(ctx, values.rate === OFF ? 'Search saved.' : 'Alert created.')
    return ctx.response.redirect(HOME)
  }

  async edit(ctx: HttpContext) {
    const alert = await ownAlert(ctx)
    // The link of a saved search proposes a frequency.
    const isTurnedOn = alert.rate === OFF && ctx.request.qs().rate === DAILY
    const values = isTurnedOn ? { ...alert, rate: DAILY } : alert
    return ctx.view.render(EDIT, await this.#formState(ctx, values, alert))
  }

  async update(ctx: HttpContext) {
    return this.#change(ctx, await ownAlert(ctx), typedIn(ctx))
  }

  /** Replaces the query of an alert with that of a search. */
  async updateSearch(ctx: HttpContext) {
    const alert = await ownAlert(ctx)
    const { alert_type: type } = alert
    const query = ctx.request.input('query') as unknown
    return this.#change(ctx, alert, { query, alert_type: isArchive(type) ? type : undefined })
  }

  /** Shows problems on the page of the alert. */
  async #change(ctx: HttpContext, alert: ShownAlert, given: Partial<AlertValues>) {
    const { id } = alert
    const body = valuesOf(given)
    const changed = { resource: this.#resource, key: id }
    const problems = await changeFromForm(ctx, changed, body, atRate)
    if (problems)
      return renderFormErrors(
        ctx,
        EDIT,
        worded(problems),
        await this.#formState(ctx, { ...alert, ...body }, alert)
      )
    notify(ctx, 'Changes saved.')
    return ctx.response.redirect(HOME)
  }

  async confirmDelete(ctx: HttpContext) {
    return ctx.view.render('alerts::delete_alert', { alert: await ownAlert(ctx) })
  }

  async destroy(ctx: HttpContext) {
    const { id } = await ownAlert(ctx)
    await submitForm(ctx, ({ trx, writer, caller }) =>
      writer.destroy(trx, writer.registry.get('alerts'), id, { caller })
    )
    notify(ctx, 'Alert deleted.')
    return ctx.response.redirect(HOME)
  }

  /**
   * Values of the form's view.
   *
   * @param before the stored alert, if any; it can keep its rate
   */
  async #formState(ctx: HttpContext, values: AlertValues, before?: ShownAlert) {
    const { account } = requireAccount(ctx)
    const query = typeof values.query === 'string' ? values.query : ''
    const parameters = parseAlertQuery(query)
    const searched = getSearchTypeCode(parameters)
    const covers = values.alert_type === 'd' ? 'd' : 'r'
    const type = isArchive(searched) ? covers : searched
    const [words, estimate, rates] = await Promise.all([
      query ? searchInWords(query, app) : [],
      isAlertType(type) && !matchesAll(parameters)
        ? estimateHits(parameters, type).catch(() => null)
        : null,
      listAllowedRates(this.database, account, type, before),
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

  get #resource() {
    return this.registry.get('alerts')
  }
}

/** Adds readable descriptions of the queries. */
async function inWords(alerts: ShownAlert[]) {
  return Promise.all(
    alerts.map(async (alert) => ({ ...alert, words: await searchInWords(alert.query, app) }))
  )
}

/** Shows a reached limit next to the rate, because another rate may be available. */
function atRate(error: unknown): unknown {
  return error instanceof AlertQuotaReached ? new InvalidValues({ rate: error.sentence }) : error
}

function typedIn({ request }: HttpContext): Partial<AlertValues> {
  return request.only(['name', 'query', 'rate', 'alert_type'])
}

/** Values of the form. `alert_type` applies to alerts on federal cases only. */
function valuesOf({ query, alert_type: type, ...values }: Partial<AlertValues>): AlertValues {
  const asked = typeof query === 'string' ? query.trim().replace(/^\?/, '') : query
  const covers = isArchive(getSearchTypeCode(parseAlertQuery(String(asked ?? ''))))
  return { ...values, query: asked, ...(covers ? { alert_type: type ?? 'r' } : {}) } as AlertValues
}

/** @throws ApiError 404 also for alerts of other accounts */
async function ownAlert(ctx: HttpContext): Promise<ShownAlert> {
  const { account } = requireAccount(ctx)
  const alert = await findSearchAlert(account.id, ctx.params.id)
  if (!alert) throw ApiError.detail(404, "This alert doesn't exist.")
  return alert
}

/** Values as typed; any of them can be missing. */
type AlertValues = Record<'name' | 'query' | 'rate' | 'alert_type', unknown>

/** Shows a general problem (`detail`) next to the query, and omits the others, which only explain it. */
function worded(problems: Problems): Problems {
  return problems.detail ? { query: problems.detail } : problems
}
