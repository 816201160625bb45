import { ShortForms } from '../lookup/short_forms.js'
import type LookupPiece from '../models/lookup_piece.js'
import type { FoundCase } from '../models/lookup_piece.js'
import type TextLookup from '../models/text_lookup.js'

/** A citation as the page shows it. */
export interface LookupRow {
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
export function rowsOf(pieces: readonly LookupPiece[]): LookupRow[] {
  const short = new ShortForms()
  return pieces.flatMap(({ citations, found }) => {
    const resolved = short.resolve(citations, found)
    return citations.map(({ citation, start, end, citedName }, place) => {
      const one = resolved[place]
      const [state, tone] = (one && STATES[one.status]) ?? PENDING
      return {
        citation,
        start,
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

export interface LookupProgress {
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
export function progressOf(lookup: TextLookup, now: number): LookupProgress {
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
