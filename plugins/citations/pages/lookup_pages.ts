/**
 * The pages on which an account looks up the citations of a text.
 */
import type { HttpContext } from '@adonisjs/core/http'
import app from '@adonisjs/core/services/app'
import { disconnectSignal } from '#api/respond'
import { requireAccount } from '#api/rights'
import { notify, showAgain } from '#app/console/forms'
import { inTransaction } from '#app/console/services'
import { ApiError } from '#app/support/api_error'
import { ContinueLookup } from '../actions/continue_lookup.js'
import { StoreLookup } from '../actions/store_lookup.js'
import { codePoints, MAX_PASTED_LENGTH } from '../lookup/lookup_request.js'
import { MAX_PASTED_CITATIONS } from '../lookup/pieces.js'
import { splitText } from '../lookup/text_tasks.js'
import LookupPiece, { type FoundCase } from '../models/lookup_piece.js'
import TextLookup, { DAYS_KEPT, MAX_KEPT } from '../models/text_lookup.js'
import { cacheControl } from '#app/support/caching'
import { ShortForms } from '../lookup/short_forms.js'

const FORM = 'citations::lookup_form'
const HOME = '/profile/citation-lookup/'
const TOO_MANY = `This text has more than ${MAX_PASTED_CITATIONS.toLocaleString('en')} citations. Enter a part of it.`

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
  const pieces = await splitText(text, { signal: disconnectSignal(ctx) })
  if (!pieces) return showAgain(ctx, FORM, { text: TOO_MANY }, await formState(ctx))
  const { account } = requireAccount(ctx)
  const id = await inTransaction((trx) => new StoreLookup().handle(trx, account.id, text, pieces))
  await (await app.container.make(ContinueLookup)).handle(ctx, id)
  return ctx.response.redirect(`${HOME}${id}/`)
}

export async function show(ctx: HttpContext) {
  const lookup = await lookupOf(ctx)
  return ctx.view.render('citations::lookup_results', {
    lookup,
    rows: rowsOf(await LookupPiece.of(lookup.id)),
    progress: progressOf(lookup, Date.now()),
    days: DAYS_KEPT,
  })
}

/** Continues with what is left, as far as the limits let it. */
export async function goOn(ctx: HttpContext) {
  const { id } = await lookupOf(ctx)
  await (await app.container.make(ContinueLookup)).handle(ctx, id)
  return ctx.response.redirect(`${HOME}${id}/`)
}

export async function download(ctx: HttpContext) {
  const lookup = await lookupOf(ctx)
  ctx.response.header('content-type', 'text/csv; charset=utf-8')
  ctx.response.header('content-disposition', 'attachment; filename="citations.csv"')
  ctx.response.header('cache-control', cacheControl('own'))
  return ctx.response.send(lookupCsv(rowsOf(await LookupPiece.of(lookup.id))))
}

export async function destroy(ctx: HttpContext) {
  await (await lookupOf(ctx)).delete()
  notify(ctx, 'Lookup deleted.')
  return ctx.response.redirect(HOME)
}

async function formState(ctx: HttpContext) {
  const lookups = await TextLookup.ofAccount(requireAccount(ctx).account.id)
  return {
    lookups: lookups.map((lookup) => ({
      id: lookup.id,
      beginning: lookup.beginning,
      created: lookup.dateCreated,
      progress: progressOf(lookup, Date.now()),
    })),
    longest: MAX_PASTED_LENGTH.toLocaleString('en'),
    days: DAYS_KEPT,
    most: MAX_KEPT,
  }
}

/** @throws ApiError 404 for lookups of others, too */
async function lookupOf(ctx: HttpContext): Promise<TextLookup> {
  const lookup = await TextLookup.own(requireAccount(ctx).account.id, String(ctx.params.id))
  if (!lookup) throw ApiError.detail(404, 'You have no such lookup, or it has expired.')
  return lookup
}

const COLUMNS = [
  'citation',
  'start_index',
  'end_index',
  'status',
  'error_message',
  'matched_on',
  'cited_name',
  'case_name',
  'cluster_id',
]

/** The citations as CSV (RFC 4180), with a line for each case. */
export function lookupCsv(rows: readonly LookupRow[]): string {
  const lines = rows.flatMap(
    ({ citation, start: from, end, status, error, matchedOn, citedName, cases }) =>
      (cases.length ? cases : [undefined]).map((one) => [
        citation,
        from,
        end,
        status,
        error,
        matchedOn,
        citedName,
        one?.name,
        one?.id,
      ])
  )
  return [COLUMNS, ...lines].map((line) => `${line.map(cell).join()}\r\n`).join('')
}

/** Spreadsheets take a text that begins like a formula for one. */
function cell(value: string | number | null | undefined): string {
  if (typeof value !== 'string') return value === null || value === undefined ? '' : String(value)
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** A citation as the page shows it. */
interface LookupRow {
  citation: string
  start: number
  end: number
  citedName: string | null
  /** Null until it is looked up. */
  status: number | null
  state: string
  tone: string
  error: string
  /** How it was matched, in words; empty without a case. */
  matched: string
  matchedOn: string | null
  cases: readonly FoundCase[]
  /** Decisions that are not listed. */
  more: number
}

const STATES: Record<number, readonly [state: string, tone: string]> = {
  200: ['Found', 'good'],
  300: ['Several decisions', 'warn'],
  400: ['Unknown reporter', ''],
  404: ['Not in the archive', ''],
}
const PENDING = ['Pending', ''] as const
const MATCHED = {
  citation: 'Citation',
  star_page: 'Page within the decision',
  short_form: 'Short form of a full citation in the text',
}

/** All citations of a lookup, in the order of the text. */
function rowsOf(pieces: readonly LookupPiece[]): LookupRow[] {
  const short = new ShortForms()
  return pieces.flatMap(({ citations, found }) => {
    const resolved = short.resolve(citations, found)
    return citations.map(({ citation, start: from, end, citedName }, place) => {
      const one = resolved[place]
      const [state, tone] = (one && STATES[one.status]) ?? PENDING
      return {
        citation,
        start: from,
        end,
        citedName,
        status: one?.status ?? null,
        state,
        tone,
        error: one?.error ?? '',
        matched: one?.matchedOn ? MATCHED[one.matchedOn] : '',
        matchedOn: one?.matchedOn ?? null,
        cases: one?.cases ?? [],
        more: one?.more ?? 0,
      }
    })
  })
}

interface LookupProgress {
  looked: number
  total: number
  found: number
  isDone: boolean
  blocked: boolean
  /** When the next piece may pass: `15:04:05 UTC`; empty if at once. */
  waitUntil: string
  /** Seconds until then, rounded up. */
  seconds: number
}

/** @param now milliseconds since 1970 */
function progressOf(lookup: TextLookup, now: number): LookupProgress {
  const { citationCount: total, lookedUpCount: looked, waitUntil, blocked } = lookup
  const wait = waitUntil ? Math.max(0, waitUntil.getTime() - now) : 0
  return {
    looked,
    total,
    found: lookup.foundCount,
    isDone: looked === total,
    blocked,
    waitUntil: wait ? `${waitUntil!.toISOString().slice(0, 19).replace('T', ' ')} UTC` : '',
    seconds: Math.ceil(wait / 1000) + 1,
  }
}
