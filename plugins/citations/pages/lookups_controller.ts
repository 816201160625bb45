import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { Database } from '@adonisjs/lucid/database'
import { disconnectSignal } from '#api/respond'
import { requireAccount } from '#api/rights'
import { notify, renderFormErrors } from '#app/console/forms'
import { ApiError } from '#app/support/api_error'
import { cacheControl } from '#app/support/caching'
import { ContinueLookup } from '../actions/continue_lookup.js'
import { StoreLookup } from '../actions/store_lookup.js'
import { readBriefForm } from '../files/brief_form.js'
import { MAX_PASTED_CITATIONS } from '../lookup/pieces_task.js'
import { splitText } from '../lookup/text_tasks.js'
import LookupPiece from '../models/lookup_piece.js'
import TextLookup, { DAYS_KEPT } from '../models/text_lookup.js'
import { FORM, formState } from './brief_form_state.js'
import { lookupCsv, measureLookupProgress, buildLookupRows } from './lookup_rows.js'

const HOME = '/profile/brief-check/'
const resultsPath = (id: string) => `/profile/citation-lookup/${id}/`
const TOO_MANY = `This text has more than ${MAX_PASTED_CITATIONS.toLocaleString('en')} citations. Enter part of it.`

/** Lookups of the citations of a text that are kept, and continue as the rate limits allow. */
@inject()
export default class LookupsController {
  constructor(
    private continueLookup: ContinueLookup,
    private database: Database
  ) {}

  /** The former page of the form. */
  async index(ctx: HttpContext) {
    return ctx.response.redirect().status(301).toPath(HOME)
  }

  async store(ctx: HttpContext) {
    const { text, problems } = await readBriefForm(ctx)
    if (problems) return renderFormErrors(ctx, FORM, problems, await formState(ctx))
    const pieces = await splitText(text, { signal: disconnectSignal(ctx) })
    if (!pieces) return renderFormErrors(ctx, FORM, { text: TOO_MANY }, await formState(ctx))
    const { account } = requireAccount(ctx)
    const id = await this.database.transaction((trx) =>
      new StoreLookup().handle(trx, account.id, text, pieces)
    )
    await this.continueLookup.handle(ctx, id)
    return ctx.response.redirect(resultsPath(id))
  }

  async show(ctx: HttpContext) {
    const lookup = await lookupOf(ctx)
    return ctx.view.render('citations::lookup_results', {
      lookup,
      rows: buildLookupRows(await LookupPiece.of(lookup.id)),
      progress: measureLookupProgress(lookup, Date.now()),
      days: DAYS_KEPT,
    })
  }

  /** Looks up pending citations as far as the rate limits allow. */
  async update(ctx: HttpContext) {
    const { id } = await lookupOf(ctx)
    await this.continueLookup.handle(ctx, id)
    return ctx.response.redirect(resultsPath(id))
  }

  async download(ctx: HttpContext) {
    const lookup = await lookupOf(ctx)
    ctx.response.header('content-type', 'text/csv; charset=utf-8')
    ctx.response.header('content-disposition', 'attachment; filename="citations.csv"')
    ctx.response.header('cache-control', cacheControl('own'))
    return ctx.response.send(lookupCsv(buildLookupRows(await LookupPiece.of(lookup.id))))
  }

  async destroy(ctx: HttpContext) {
    await (await lookupOf(ctx)).delete()
    notify(ctx, 'Lookup deleted.')
    return ctx.response.redirect(HOME)
  }
}

/** @throws ApiError 404 if the lookup doesn't exist or belongs to another account */
async function lookupOf(ctx: HttpContext): Promise<TextLookup> {
  const lookup = await TextLookup.own(requireAccount(ctx).account.id, String(ctx.params.id))
  if (!lookup) throw ApiError.detail(404, "This lookup doesn't exist or has expired.")
  return lookup
}
