/** The page with the form of the brief check and the lookups that are kept. */
import type { HttpContext } from '@adonisjs/core/http'
import { requireAccount } from '#api/rights'
import { MAX_CITATIONS } from '../lookup/look_up.js'
import { MAX_PASTED_LENGTH } from '../lookup/lookup_request.js'
import { MAX_PASTED_CITATIONS } from '../lookup/pieces_task.js'
import TextLookup, { DAYS_KEPT, MAX_KEPT } from '../models/text_lookup.js'
import settings from '../settings.js'
import { measureLookupProgress } from './lookup_rows.js'

export const FORM = 'citations::brief_form'

/** Reads the values of the page in addition to those of the form. */
export async function formState(ctx: HttpContext) {
  const lookups = await TextLookup.ofAccount(requireAccount(ctx).account.id)
  return {
    lookups: lookups.map((lookup) => ({
      id: lookup.id,
      beginning: lookup.beginning,
      created: lookup.dateCreated,
      progress: measureLookupProgress(lookup, Date.now()),
    })),
    longest: MAX_PASTED_LENGTH.toLocaleString('en'),
    largest: settings.maxBriefBytes / 1_000_000,
    most: MAX_CITATIONS,
    mostKept: MAX_PASTED_CITATIONS.toLocaleString('en'),
    days: DAYS_KEPT,
    lookupsKept: MAX_KEPT,
  }
}
