/** Pages to send fetch requests and see their results. */
import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { requireAccount } from '#api/rights'
import { ResourceRegistry } from '#api/registry'
import { createFromForm } from '#app/console/form_writes'
import { notify, type Problems } from '#app/console/forms'
import { ApiError } from '#app/support/api_error'
import { formatDocumentPrice } from '#plugins/federal_records/public/prices'
import { TYPE } from '../codes.js'
import { CourtSystem } from '../court_system.js'
import { isNight } from '../registry_client/dates.js'
import { RequestPages, type Wanted } from './request_pages.js'

const PAGE = 'fetch::own_requests'
const SHOWN = 50

/** Price per page and maximum price in dollars (court-system, 13). */
const REPORT = { page: '0.10', most: '3.00' }

const TICKS = ['show_parties_and_counsel', 'show_terminated_parties', 'show_list_of_member_cases']

@inject()
export default class FetchController {
  constructor(
    private courtSystem: CourtSystem,
    private resources: ResourceRegistry,
    private requests: RequestPages
  ) {}

  async index(ctx: HttpContext) {
    return this.#render(ctx)
  }

  async store(ctx: HttpContext) {
    const wanted = await this.requests.wanted(ctx.request.qs())
    const given = Object.entries(ctx.request.body() as Record<string, unknown>)
    const fields = given.filter(([name, value]) => name !== '_csrf' && value !== '')
    // Browsers don't send unchecked boxes.
    const ticks = TICKS.map((name) => [name, given.some(([one]) => one === name)])
    const body = {
      ...Object.fromEntries(fields),
      ...(wanted?.field === 'recap_document' ? {} : Object.fromEntries(ticks)),
      request_type: wanted?.type ?? TYPE.docket,
      ...(wanted ? { [wanted.field]: wanted.key } : {}),
    }
    const resource = this.resources.get('archive-fetch')
    const created = await createFromForm(ctx, resource, body)
    if ('problems' in created) {
      ctx.response.status(422)
      return this.#render(ctx, created.problems)
    }
    notify(ctx, 'Request received.')
    return ctx.response.redirect(`/fetch/${created.key}/`)
  }

  async show(ctx: HttpContext) {
    const { id } = requireAccount(ctx).account
    const { request: key } = ctx.params as { request: string }
    const request = /^\d{1,15}$/.test(key) ? await this.requests.one(id, Number(key)) : undefined
    if (!request) throw ApiError.detail(404, 'Request not found.')
    return ctx.view.render('fetch::request', { request, ...this.#surroundings(ctx) })
  }

  async #render(ctx: HttpContext, problems: Problems = {}) {
    const { id } = requireAccount(ctx).account
    const requests = await this.requests.newest(id, SHOWN)
    const wanted = await this.requests.wanted(ctx.request.qs())
    return ctx.view.render(PAGE, {
      problems,
      typed: typedIn(ctx),
      requests,
      open: requests.filter(({ isOpen }) => isOpen).length,
      wanted,
      price: priceInWords(wanted),
      bulk: wanted ? undefined : bulkHint(new Date()),
      action: addressOf(ctx),
      ...this.#surroundings(ctx),
    })
  }

  /** Whether fetching is on, and whether the courts are simulated. */
  #surroundings(ctx: HttpContext) {
    const isOn = this.courtSystem.canFetch(requireAccount(ctx).account)
    return { isOn, isSimulated: isOn && !this.courtSystem.isReal }
  }
}

/** Form action that includes the query string. */
function addressOf({ request }: HttpContext): string {
  const { query } = request.parsedUrl
  return query ? `/fetch/?${query}` : '/fetch/'
}

/** Submitted values to show again, without secrets. */
function typedIn(ctx: HttpContext): Record<string, string> {
  const body = ctx.request.body() as Record<string, unknown>
  const shown = Object.entries(body).filter(([name]) => !SECRETS.includes(name))
  return Object.fromEntries(shown.map(([name, value]) => [name, String(value)]))
}

const SECRETS = ['registry_username', 'registry_password', 'client_code', 'registry_otp', '_csrf']

const BULK =
  'The court system recommends sending bulk requests between 18:00 and 06:00 US Central time.'

/** Daytime reminder about bulk requests. */
export const bulkHint = (now: Date): string | undefined => (isNight(now) ? undefined : BULK)

/** Sentence about the expected price. */
function priceInWords(wanted: Wanted | undefined): string {
  if (wanted?.type === TYPE.pdf) {
    const price = formatDocumentPrice({
      page_count: wanted.pages,
      is_free_on_registry: wanted.isFree,
    })
    return wanted.pages === null && !wanted.isFree
      ? `The court system charges $${REPORT.page} per page, up to $${REPORT.most}; documents cost $${price} on average.`
      : `The court system charges $${price}.`
  }
  if (wanted?.type === TYPE.attachmentPage)
    return 'Attachment pages are free at district and bankruptcy courts; appellate courts charge one page.'
  return `The court system charges $${REPORT.page} per page. The number of pages depends on the sections and ranges.`
}
