/** What a request for a docket page asks for: filters, order, page. */
import { askedPage } from '#app/web/page_requests'

/** Entries on a page. */
export const PAGE_SIZE = 200
const MAX_PAGE = 10_000
const MAX_WORDS = 10
const MAX_TEXT = 200

export interface SheetFilters {
  /** Entry numbers, both included. */
  from: string | null
  to: string | null
  /** Days, both included. */
  after: string | null
  before: string | null
  words: string[]
  newestFirst: boolean
  /** From 1. */
  page: number
}

/** What a visitor typed, for the form, and what of it is not valid. */
export interface SheetRequest {
  filters: SheetFilters
  typed: Record<SheetField, string>
  problems: Partial<Record<SheetField, string>>
}

/** Parameters of the page, as the modeled service calls them; `q` is ours. */
const FIELDS = ['entry_gte', 'entry_lte', 'filed_after', 'filed_before', 'q', 'order_by'] as const
export type SheetField = (typeof FIELDS)[number]

/** Reads the parameters; what is not valid is named and has no effect. */
export function sheetRequest(query: URLSearchParams): SheetRequest {
  const problems: SheetRequest['problems'] = {}
  const typed = Object.fromEntries(
    FIELDS.map((name) => [name, (query.get(name) ?? '').trim().slice(0, MAX_TEXT)])
  ) as SheetRequest['typed']
  const valid = (name: SheetField, isValid: (text: string) => boolean, said: string) => {
    if (!typed[name] || isValid(typed[name])) return typed[name] || null
    problems[name] = said
    return null
  }
  const number = (name: SheetField) =>
    valid(name, (text) => /^\d{1,12}$/.test(text), 'Enter a number.')
  const day = (name: SheetField) => valid(name, isDay, 'Enter a date as YYYY-MM-DD.')
  return {
    filters: {
      from: number('entry_gte'),
      to: number('entry_lte'),
      after: day('filed_after'),
      before: day('filed_before'),
      words: typed.q.replaceAll('\0', '').split(/\s+/).filter(Boolean).slice(0, MAX_WORDS),
      newestFirst: typed.order_by === 'desc',
      page: askedPage(query, MAX_PAGE),
    },
    typed,
    problems,
  }
}

function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || text.startsWith('0000')) return false
  const day = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text)
}

/** The query of the page with these filters and another page or order; `?` when there are none. */
export function addressOf(
  { typed }: SheetRequest,
  changes: Partial<Record<SheetField | 'page', string>>
): string {
  const all = Object.entries({ ...typed, ...changes }).filter(([, value]) => value)
  return `?${new URLSearchParams(all).toString()}`
}
