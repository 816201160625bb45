/**
 * The pages on which an account looks up the citations of a text.
 */
import type { HttpContext } from '@adonisjs/core/http'
import { requireAccount } from '#api/rights'
import { notify, showAgain } from '#app/console/forms'
import { ApiError } from '#app/support/api_error'
import { codePoints, MAX_PASTED_LENGTH } from '../lookup/lookup_request.js'
import { lookupCsv } from './lookup_csv.js'
import { progressOf, rowsOf } from './lookup_view.js'
import {
  continueLookup,
  DAYS_KEPT,
  deleteLookup,
  findLookup,
  lookupsOf,
  MAX_KEPT,
  storeLookup,
  type StoredLookup,
} from './stored_lookups.js'

const FORM = 'citations::lookup_form'
const HOME = '/profile/citation-lookup/'

export async function showForm(ctx: HttpContext) {
  return ctx.view.render(FORM, await formState(ctx))
}

export async function start(ctx: HttpContext) {
  const given: unknown = ctx.request.input('text')
  const text = typeof given === 'string' ? given.replaceAll('\0', ' ').toWellFormed() : ''
  const problem = !text.trim()
    ? 'Enter a text.'
    : codePoints(text) > MAX_PASTED_LENGTH
      ? `Enter at most ${MAX_PASTED_LENGTH.toLocaleString('en')} characters.`
      : undefined
  if (problem) return showAgain(ctx, FORM, { text: problem }, await formState(ctx))
  const id = await storeLookup(requireAccount(ctx).account.id, text)
  await continueLookup(ctx, id)
  return ctx.response.redirect(`${HOME}${id}/`)
}

export async function show(ctx: HttpContext) {
  const lookup = await lookupOf(ctx)
  return ctx.view.render('citations::lookup_results', {
    lookup,
    rows: rowsOf(lookup),
    progress: progressOf(lookup, Date.now()),
    days: DAYS_KEPT,
  })
}

/** Continues with what is left, as far as the limits let it. */
export async function goOn(ctx: HttpContext) {
  const { id } = await lookupOf(ctx)
  await continueLookup(ctx, id)
  return ctx.response.redirect(`${HOME}${id}/`)
}

export async function download(ctx: HttpContext) {
  const lookup = await lookupOf(ctx)
  ctx.response.header('content-type', 'text/csv; charset=utf-8')
  ctx.response.header('content-disposition', 'attachment; filename="citations.csv"')
  ctx.response.header('cache-control', 'no-store')
  return ctx.response.send(lookupCsv(rowsOf(lookup)))
}

export async function destroy(ctx: HttpContext) {
  const { id } = await lookupOf(ctx)
  await deleteLookup(requireAccount(ctx).account.id, id)
  notify(ctx, 'Lookup deleted.')
  return ctx.response.redirect(HOME)
}

async function formState(ctx: HttpContext) {
  const lookups = await lookupsOf(requireAccount(ctx).account.id)
  return {
    lookups: lookups.map((lookup) => ({ ...lookup, progress: progressOf(lookup, Date.now()) })),
    longest: MAX_PASTED_LENGTH.toLocaleString('en'),
    days: DAYS_KEPT,
    most: MAX_KEPT,
  }
}

/** @throws ApiError 404 for lookups of others, too */
async function lookupOf(ctx: HttpContext): Promise<StoredLookup> {
  const lookup = await findLookup(requireAccount(ctx).account.id, String(ctx.params.id))
  if (!lookup) throw ApiError.detail(404, 'You have no such lookup, or it has expired.')
  return lookup
}
