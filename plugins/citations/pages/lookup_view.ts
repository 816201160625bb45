import type { FoundCase, FoundCitation } from '../models/text_lookup.js'
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

/**
 * All citations of a lookup, in the order of the text. A short form that no
 * page of a decision answers leads to the case of the full citation it repeats.
 */
export function rowsOf({ pieces }: TextLookup): LookupRow[] {
  const full = new Map<number, FoundCitation>()
  return pieces.flatMap(({ citations, found }) =>
    citations.map(({ citation, start, end, citedName, repeats }, place) => {
      const own = found?.[place]
      const repeated = own?.status === 404 ? full.get(repeats ?? -1) : undefined
      const one = repeated ? asShortForm(repeated) : own
      if (own?.cases.length) full.set(start, own)
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
      }
    })
  )
}

/** The name of the full citation was compared there. */
function asShortForm({ cases, ...found }: FoundCitation) {
  return {
    ...found,
    matchedOn: 'short_form' as const,
    cases: cases.map((one) => ({ ...one, fits: null })),
  }
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
  const { pieces, waitUntil, blocked } = lookup
  const rows = rowsOf(lookup)
  const wait = waitUntil ? Math.max(0, waitUntil.getTime() - now) : 0
  return {
    looked: rows.filter(({ status }) => status !== null).length,
    total: rows.length,
    found: rows.filter(({ cases }) => cases.length).length,
    isDone: pieces.every(({ found }) => found),
    blocked,
    waitUntil: wait ? `${waitUntil!.toISOString().slice(0, 19).replace('T', ' ')} UTC` : '',
    seconds: Math.ceil(wait / 1000) + 1,
  }
}
