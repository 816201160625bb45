import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import app from '@adonisjs/core/services/app'
import { requireAccount } from '#api/rights'
import { submitForm } from '#app/console/form_writes'
import { notify, renderFormErrors, type Problems } from '#app/console/forms'
import { Reader } from '#app/database/reader'
import { absoluteUrl } from '#app/mail/view_mail'
import { ApiError } from '#app/support/api_error'
import { errorResponse } from '#app/support/error_response'
import { cleanedText } from '#app/web/cleaned_texts'
import { VISUALIZATION_ERRORS } from '../errors.js'
import { MAX_TITLE, MAX_VISUALIZATIONS } from '../limits.js'
import {
  findVisualization,
  listVisualizations,
  type ShownVisualization,
} from './stored_visualizations.js'
import { readSearch } from '#app/search/request/search_request'
import { searchError, searchServices } from '#plugins/search/public'
import { COURT } from '../network/find_network.js'

const HOME = '/profile/visualizations/'
const NEW = 'visualizations::new_visualization'
const EDIT = 'visualizations::edit_visualization'
/** Maximum characters of a case search. */
const MAX_QUERY = 200

/** Pages for the visualizations of the signed-in account. */
@inject()
export default class VisualizationsController {
  constructor(private reader: Reader) {}

  async index(ctx: HttpContext) {
    const { account } = requireAccount(ctx)
    return ctx.view.render('visualizations::profile_visualizations', {
      visualizations: await listVisualizations(this.reader, account.id),
      max: MAX_VISUALIZATIONS,
    })
  }

  /** The form: two searches, then a choice from the results of each. */
  async create(ctx: HttpContext) {
    return ctx.view.render(NEW, await choices(ctx))
  }

  async store(ctx: HttpContext) {
    const body = ctx.request.only(['title', 'cluster_start', 'cluster_end', 'notes'])
    const published = ctx.request.input('published') === 'true'
    let id = ''
    const problems = await submitForm(ctx, async ({ trx, writer, caller }) => {
      const resource = writer.registry.get('visualizations')
      id = String(
        (await writer.create(trx, resource, { caller, body: { ...body, published } })).key
      )
    })
    if (problems) return renderFormErrors(ctx, NEW, worded(problems), await choices(ctx))
    notify(ctx, 'Visualization created.')
    return ctx.response.redirect(`${HOME}${id}/`)
  }

  async show(ctx: HttpContext) {
    const visualization = await this.#own(ctx)
    const embed = `/visualizations/scotus-mapper/${visualization.id}/embed/`
    return ctx.view.render('visualizations::visualization', {
      visualization,
      embed,
      notes: await cleanedText({ kind: 'markdown', text: visualization.notes }),
      snippet: `<iframe src="${absoluteUrl(embed)}" title="${visualization.title.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}" width="100%" height="720"></iframe>`,
    })
  }

  async edit(ctx: HttpContext) {
    return ctx.view.render(EDIT, { visualization: await this.#own(ctx) })
  }

  async update(ctx: HttpContext) {
    const visualization = await this.#own(ctx)
    const published = ctx.request.input('published') === 'true'
    const problems = await this.#change(ctx, { ...ctx.request.only(['title', 'notes']), published })
    if (problems) return renderFormErrors(ctx, EDIT, worded(problems), { visualization })
    notify(ctx, 'Changes saved.')
    return ctx.response.redirect(`${HOME}${visualization.id}/`)
  }

  async publish(ctx: HttpContext) {
    const published = ctx.request.input('published') === 'true'
    await this.#change(ctx, { published })
    notify(
      ctx,
      published ? 'The visualization is now public.' : 'The visualization is now private.'
    )
    return ctx.response.redirect(HOME)
  }

  /** Restores a visualization that the API soft-deleted. */
  async restore(ctx: HttpContext) {
    await this.#change(ctx, { deleted: false })
    notify(ctx, 'Visualization restored.')
    return ctx.response.redirect(HOME)
  }

  async confirmDelete(ctx: HttpContext) {
    const visualization = await this.#own(ctx)
    return ctx.view.render('visualizations::delete_visualization', { visualization })
  }

  async destroy(ctx: HttpContext) {
    const { id } = await this.#own(ctx)
    await submitForm(ctx, ({ trx, writer, caller }) =>
      writer.destroy(trx, writer.registry.get('visualizations'), String(id), { caller })
    )
    notify(ctx, 'Visualization deleted.')
    return ctx.response.redirect(HOME)
  }

  async #change(ctx: HttpContext, body: object): Promise<Problems | undefined> {
    const { id } = await this.#own(ctx)
    return submitForm(ctx, ({ trx, writer, caller }) => {
      const resource = writer.registry.get('visualizations')
      return writer.update(trx, resource, String(id), { caller, body, partial: true })
    })
  }

  /** @throws ApiError 404 if the account doesn't own the visualization */
  async #own(ctx: HttpContext): Promise<ShownVisualization> {
    const { account } = requireAccount(ctx)
    const found = await findVisualization(this.reader, String(ctx.params.id))
    if (found?.user !== account.id) throw ApiError.detail(404, 'Not found.')
    return found
  }
}

interface Search {
  query: string
  found: DecisionChoice[]
  /** The decisions as choices of the form. */
  options: { value: string; label: string; detail: string }[]
  problem?: string
}

/** Runs the two searches of the form. */
async function choices(ctx: HttpContext) {
  const query = (name: string) => {
    const value: unknown = ctx.request.input(name)
    return typeof value === 'string' ? value.trim().slice(0, MAX_QUERY) : ''
  }
  const [first, second] = await Promise.all([search(query('first')), search(query('second'))])
  const names = [first, second].map(({ found }) => found[0]?.name)
  return {
    first,
    second,
    maxTitle: MAX_TITLE,
    suggested: names.every(Boolean) ? names.join(' to ').slice(0, MAX_TITLE) : '',
  }
}

async function search(query: string): Promise<Search> {
  const none = { query, found: [], options: [] }
  if (!query) return none
  try {
    const found = await findDecisions(query)
    if (!found.length) return { ...none, problem: 'No matching decisions.' }
    const options = found.map(({ id, name, citation, dateFiled }) => ({
      value: `/opinion/${id}/`,
      label: name,
      detail: [citation, dateFiled].filter(Boolean).join(', '),
    }))
    return { query, found, options }
  } catch (error) {
    const response = errorResponse(error)
    if (!response || response.status >= 500) throw error
    return { ...none, problem: "This search can't be parsed. Use names or a citation." }
  }
}

/** Assigns error messages of the API to the fields of the form. */
function worded({ error, detail, ...problems }: Problems): Problems {
  const kind = Object.values(VISUALIZATION_ERRORS).find(({ code }) => code === error)
  if (kind) problems.cluster_end = `${kind.message} ${kind.hint}`
  if (detail) problems.title ??= detail
  return problems
}

/** The search type for decisions. */
const DECISIONS = 'o'
/** Maximum choices per search. */
const CHOICES = 8

interface DecisionChoice {
  id: number
  name: string
  dateFiled: string
  citation: string
}

/**
 * Searches decisions as the search page does.
 *
 * @throws ApiError for a query that can't be parsed
 */
async function findDecisions(text: string): Promise<DecisionChoice[]> {
  const { service, declarations, context, deadline } = await searchServices(app)
  const given = new Map([
    ['q', [text]],
    ['type', [DECISIONS]],
    ['court', [COURT]],
  ])
  try {
    const request = readSearch(given, declarations, { strict: false, context: await context() })
    const { results } = await service.page(request, { count: false, deadline })
    return results.slice(0, CHOICES).map((result) => ({
      id: Number(result.cluster_id),
      name: String(result.caseName),
      dateFiled: String(result.dateFiled).slice(0, 10),
      citation: [result.citation ?? []].flat().slice(0, 2).join(', '),
    }))
  } catch (error) {
    throw searchError(error)
  }
}
