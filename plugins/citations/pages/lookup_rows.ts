import { ShortForms } from '../lookup/short_forms.js'
import type LookupPiece from '../models/lookup_piece.js'
import type { FoundCase } from '../models/lookup_piece.js'
import type TextLookup from '../models/text_lookup.js'

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

/** Formats citations as CSV (RFC 4180), with one line per case. */
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

/** Escapes text that spreadsheets would interpret as a formula. */
function cell(value: string | number | null | undefined): string {
  if (typeof value !== 'string') return value === null || value === undefined ? '' : String(value)
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** A citation on the results page. */
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
  /** Label of the match; empty without a case. */
  matched: string
  matchedOn: string | null
  cases: readonly FoundCase[]
  /** Number of further decisions. */
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

/** Returns all citations of a lookup in the order of the text. */
export function buildLookupRows(pieces: readonly LookupPiece[]): LookupRow[] {
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
  /** When the next piece is allowed: `2026-01-31 15:04:05 UTC`; empty if immediately. */
  waitUntil: string
  /** Seconds until then, rounded up. */
  seconds: number
}

/** @param now current time in milliseconds */
export function measureLookupProgress(lookup: TextLookup, now: number): LookupProgress {
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
