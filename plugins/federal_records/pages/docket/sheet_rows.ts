/** The filters of a docket's page, and its entries with their documents. */
import type { ShownRecord } from '#api/records'
import type { Reader } from '#app/database/reader'
import { NamedStatement } from '#app/database/named_statement'
import { readDate } from '#app/search_engine/query/dates'
import { pagePath } from '../../resources/archive_document.js'
import { parsePageParam } from '#app/web/page_requests'

/** Entries per page. */
export const PAGE_SIZE = 200
const MAX_PAGE = 10_000
const MAX_WORDS = 10
const MAX_TEXT = 200
const MILLISECONDS_A_DAY = 86_400_000

export interface SheetFilters {
  /** Entry numbers, inclusive. */
  from: string | null
  to: string | null
  /** Dates, inclusive. */
  after: string | null
  before: string | null
  words: string[]
  /** Whether a filter is invalid: no entry matches it. */
  isInvalid: boolean
  newestFirst: boolean
  /** From 1. */
  page: number
}

/** The parsed filters, the typed values for the form, and problems. */
interface SheetRequest {
  filters: SheetFilters
  typed: Record<SheetField, string>
  problems: Partial<Record<SheetField, string>>
  /** Parameters of other parts of the page, such as the search that found the docket. */
  kept: [name: string, value: string][]
}

/** Other parameters, and their characters. */
const MAX_KEPT = { parameters: 5, length: 2_500 }

/** Parameters of the page, named as on the public service; `q` is an addition. */
const FIELDS = ['entry_gte', 'entry_lte', 'filed_after', 'filed_before', 'q', 'order_by'] as const
type SheetField = (typeof FIELDS)[number]

/** Reads the parameters. Invalid values are reported, and no entry matches them. */
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
    valid(name, (text) => /^\d{1,12}$/.test(text), 'Enter a number of an entry, such as 12.')
  const day = (name: 'filed_after' | 'filed_before') => {
    if (!typed[name]) return null
    const days = readDate(typed[name], Date.now())
    if (!days) {
      problems[name] = 'Enter a date such as 2024-02-15, 2/15/2024, or Feb 15, 2024.'
      return null
    }
    const shown = days[name === 'filed_after' ? 'first' : 'last'] * MILLISECONDS_A_DAY
    // The date field of the form accepts this format only.
    return (typed[name] = new Date(shown).toISOString().slice(0, 10))
  }
  const [from, to] = [number('entry_gte'), number('entry_lte')]
  const [after, before] = [day('filed_after'), day('filed_before')]
  if (from !== null && to !== null && Number(from) > Number(to))
    problems.entry_lte = `The range begins with entry ${from}. Enter this number or a higher one.`
  if (after !== null && before !== null && after > before)
    problems.filed_before = `The range begins on ${after}. Enter this date or a later one.`
  return {
    filters: {
      from,
      to,
      after,
      before,
      words: typed.q.replaceAll('\0', '').split(/\s+/).filter(Boolean).slice(0, MAX_WORDS),
      get isInvalid() {
        return Object.keys(problems).length > 0
      },
      newestFirst: typed.order_by === 'desc',
      page: parsePageParam(query, MAX_PAGE),
    },
    typed,
    problems,
    kept: [...query]
      .filter(([name, { length }]) => !isOwn(name) && name.length + length <= MAX_KEPT.length)
      .slice(0, MAX_KEPT.parameters),
  }
}

function isOwn(name: string): boolean {
  return name === 'page' || (FIELDS as readonly string[]).includes(name)
}

/** The query string with changed parameters; `?` if empty. */
export function buildSheetQuery(
  { typed, kept }: SheetRequest,
  changes: Partial<Record<SheetField | 'page', string>>
): string {
  const all = Object.entries({ ...typed, ...changes }).filter(([, value]) => value)
  return `?${new URLSearchParams([...all, ...kept]).toString()}`
}

export interface SheetDocument {
  id: number
  path: string
  document_number: string
  /** Empty if unknown. */
  registry_doc_id: string
  attachment_number: number | null
  description: string
  page_count: number | null
  is_available: boolean | null
  is_free_on_registry: boolean | null
  is_sealed: boolean | null
  filepath_local: string | null
}

export interface SheetEntry {
  id: number
  entry_number: number | null
  date_filed: string | null
  /** In the court's time zone, if known: `14:32:05`. */
  time_filed: string | null
  description: string
  documents: SheetDocument[] | null
}

/** Every word must be in the entry's text or in that of one of its documents. */
const MATCHES = `e.docket_id = $1
  AND ($2::bigint IS NULL OR e.entry_number >= $2) AND ($3::bigint IS NULL OR e.entry_number <= $3)
  AND ($4::date IS NULL OR e.date_filed >= $4) AND ($5::date IS NULL OR e.date_filed <= $5)
  AND (cardinality($6::text[]) = 0 OR NOT EXISTS (SELECT FROM unnest($6::text[]) AS word
    WHERE e.description NOT ILIKE word AND NOT EXISTS (SELECT FROM archive_documents doc
      WHERE doc.docket_entry_id = e.id AND doc.description ILIKE word)))`

const COUNT = new NamedStatement(`SELECT count(*) FROM docket_entries e WHERE ${MATCHES}`)

const rowsInOrder = (direction: string) =>
  new NamedStatement(`SELECT row_to_json(shown) FROM (
    SELECT e.id, e.entry_number, e.date_filed, e.time_filed, e.description, (
      SELECT json_agg(json_build_object('id', doc.id, 'path', ${pagePath('doc')},
        'document_number', doc.document_number, 'registry_doc_id', doc.registry_doc_id,
        'attachment_number', doc.attachment_number, 'description', doc.description,
        'page_count', doc.page_count, 'is_available', doc.is_available,
        'is_free_on_registry', doc.is_free_on_registry, 'is_sealed', doc.is_sealed,
        'filepath_local', doc.filepath_local)
        ORDER BY doc.document_type, doc.document_number, doc.attachment_number)
      FROM archive_documents doc WHERE doc.docket_entry_id = e.id) AS documents
    FROM (SELECT * FROM docket_entries e WHERE ${MATCHES}
      ORDER BY recap_sequence_number ${direction}, entry_number ${direction} NULLS LAST, id ${direction}
      LIMIT ${PAGE_SIZE} OFFSET $7) e
    ORDER BY e.recap_sequence_number ${direction}, e.entry_number ${direction} NULLS LAST, e.id ${direction}) shown`)

const OLDEST_FIRST = rowsInOrder('ASC')
const NEWEST_FIRST = rowsInOrder('DESC')

/** The entries of a page, and the total number. */
export async function sheetRows(
  reader: Reader,
  docket: string,
  { from, to, after, before, words, isInvalid, newestFirst, page }: SheetFilters
): Promise<{ entries: SheetEntry[]; count: number }> {
  if (isInvalid) return { entries: [], count: 0 }
  const patterns = words.map((word) => `%${word.replaceAll(/[\\%_]/g, '\\$&')}%`)
  const values = [docket, from, to, after, before, patterns]
  const [[counted], rows] = await Promise.all([
    reader.rows(COUNT, values),
    reader.rows(newestFirst ? NEWEST_FIRST : OLDEST_FIRST, [...values, (page - 1) * PAGE_SIZE]),
  ])
  return {
    entries: rows.map(([row]) => JSON.parse(row!) as SheetEntry),
    count: Number(counted![0]),
  }
}

/** The case name and docket number. */
export function docketTitle({ case_name: name, docket_number: number, id }: ShownRecord): string {
  return [name, number].filter(Boolean).join(', ') || `Docket ${id}`
}
