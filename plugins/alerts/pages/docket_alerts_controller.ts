import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { Database } from '@adonisjs/lucid/database'
import { requireAccount } from '#api/rights'
import { Records } from '#api/records'
import { ResourceRegistry } from '#api/registry'
import { changeFromForm, submitForm } from '#app/console/form_writes'
import { notify, renderFormErrors } from '#app/console/forms'
import { Reader } from '#app/database/reader'
import { ApiError } from '#app/support/api_error'
import { ToggleAppeals, ToggleDocketAlert } from '../actions/docket_alerts.js'
import { findAlertedCase, findDocketIdByCase, followedDockets } from '../docket_alerts/dockets.js'
import DocketAlert from '../models/docket_alert.js'
import { DOCKET_RATES } from '../search_alerts/codes.js'

const EDIT = 'alerts::edit_docket_alert'
const LIST = '/profile/docket-alerts/'
const MAX_PAGES = 1000

/** Page of followed dockets, and forms to follow and unfollow. */
@inject()
export default class DocketAlertsController {
  readonly #records: Records

  constructor(
    private database: Database,
    private registry: ResourceRegistry,
    reader: Reader
  ) {
    this.#records = new Records(registry, reader)
  }

  async index(ctx: HttpContext) {
    const { account } = requireAccount(ctx)
    const { order_by: order, page: given } = ctx.request.qs() as Record<string, unknown>
    const page = Math.min(Math.max(Math.trunc(Number(given)) || 1, 1), MAX_PAGES)
    const { alerts, sorted, more } = await followedDockets(this.database, account.id, {
      order: typeof order === 'string' ? order : '',
      page,
    })
    return ctx.view.render('alerts::profile_docket_alerts', {
      alerts,
      sorted,
      addressOf: (sort: string, at = 1) =>
        `?${new URLSearchParams({ ...(sort ? { order_by: sort } : {}), ...(at > 1 ? { page: String(at) } : {}) })}`,
      page,
      more: more && page < MAX_PAGES,
    })
  }

  /** The form for the emails of a docket alert. */
  async edit(ctx: HttpContext) {
    const { id, note, rate, includeWords, excludeWords, docket } = await this.#own(ctx)
    const values = { note, rate, include_words: includeWords, exclude_words: excludeWords }
    return ctx.view.render(EDIT, { id, docket, values, rates: DOCKET_RATES })
  }

  async update(ctx: HttpContext) {
    const { id, docket } = await this.#own(ctx)
    const values = ctx.request.only(['note', 'rate', 'include_words', 'exclude_words'])
    const problems = await changeFromForm(
      ctx,
      { resource: this.registry.get('docket-alerts'), key: String(id) },
      values
    )
    if (problems)
      return renderFormErrors(ctx, EDIT, problems, { id, docket, values, rates: DOCKET_RATES })
    notify(ctx, 'Changes saved.')
    return ctx.response.redirect(LIST)
  }

  /** @throws ApiError 404 also for alerts of other accounts */
  async #own(ctx: HttpContext) {
    const { account } = requireAccount(ctx)
    const alert = await DocketAlert.own(account.id, ctx.params.id)
    const docket = alert && (await findAlertedCase(this.#records, String(alert.docketId)))
    if (!docket) throw ApiError.detail(404, "This alert doesn't exist.")
    const { id, note, rate, includeWords, excludeWords } = alert
    return { id, note, rate, includeWords, excludeWords, docket }
  }

  /** Redirects to the docket of a case in the court system. */
  async create(ctx: HttpContext) {
    requireAccount(ctx)
    const { registry_case_id: number, court_id: court } = ctx.request.qs() as Record<
      string,
      unknown
    >
    const isKey = (value: unknown): value is string =>
      typeof value === 'string' && /^[\w.:-]{1,100}$/.test(value)
    if (!isKey(number) || !isKey(court)) throw noSuchDocket()
    const docket = await findDocketIdByCase(this.database, { number, court })
    if (docket === undefined) throw noSuchDocket()
    return ctx.response.redirect(`/docket/${docket}/#docket-alert`)
  }

  /** Follows a docket, with its appeals if `follow_appeals` is given, or unfollows it. */
  async toggle(ctx: HttpContext) {
    const docket = docketGiven(ctx)
    const appeals = { follow_appeals: ctx.request.input('follow_appeals') === 'true' }
    let follows = false
    const problems = await submitForm(ctx, async (write) => {
      follows = await new ToggleDocketAlert().handle(write, docket, appeals)
    })
    if (problems && !problems.detail) throw noSuchDocket()
    const message = follows
      ? "You're now following the docket."
      : "You're no longer following the docket."
    // The page of the docket shows the problem itself.
    return goBack(ctx, docket, problems?.detail ?? message)
  }

  /** Follows or unfollows the appeals of a followed docket. */
  async toggleAppeals(ctx: HttpContext) {
    const docket = docketGiven(ctx)
    let follows = false
    const problems = await submitForm(ctx, async (write) => {
      follows = await new ToggleAppeals().handle(write, docket)
    })
    const message = follows
      ? "You're now following appeals of this case."
      : "You're no longer following new appeals of this case."
    return goBack(ctx, docket, problems?.detail ?? message)
  }
}

function goBack(ctx: HttpContext, docket: string, message: string) {
  if (ctx.request.input('from') !== 'list')
    return ctx.response.redirect(`${findDocketPage(ctx, docket)}#docket-alert`)
  notify(ctx, message)
  return ctx.response.redirect(LIST)
}

/** The page of the docket with the filters that it had. */
function findDocketPage({ request }: HttpContext, docket: string): string {
  const path = `/docket/${docket}/`
  const from = URL.parse(request.header('referer') ?? '')
  return from?.pathname.startsWith(path) ? from.pathname + from.search : path
}

/** @throws ApiError 404 for invalid IDs */
function docketGiven({ request }: HttpContext): string {
  const given = request.input('docket') as unknown
  if (typeof given === 'string' && /^\d{1,18}$/.test(given)) return given
  throw noSuchDocket()
}

function noSuchDocket(): ApiError {
  return ApiError.detail(404, "This docket isn't in the archive.")
}
