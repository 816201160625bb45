import type { CourtRequest } from '../http/request.js'
import { fullNumber } from '../model/case_texts.js'
import { getSimulatedCourt } from '../model/courts.js'
import type { SimulatedCase, SimulatedEntry } from '../model/types.js'
import type { World } from '../model/world.js'
import { isoDate, printedDate } from '../pages/markup.js'
import type { DocketContent } from '../pages/district_docket.js'
import { isOn } from './visit.js'

/** Options of a docket report (court-system, 6). */
export interface DocketOptions {
  sort: 'newest' | 'number' | 'oldest'
  /** Date that the range applies to. */
  dated: 'entered' | 'filed'
  dateFrom: string | null
  dateTo: string | null
  numberFrom: number | null
  numberTo: number | null
  parties: boolean
  terminated: boolean
  members: boolean
  listsDocuments: boolean
  format: string
  isBankruptcy: boolean
}

/** With only a case ID, a program returns its form; with a nonce, the report (4). */
export const isForm = ({ query }: CourtRequest): boolean => !query.includes('-')

/** Whether the start date, which long dockets require, is missing (6). */
export const asksForNothing = ({ values }: CourtRequest): boolean =>
  !values.get('date_from')?.trim()

/**
 * Reads the options of a form.
 *
 * @returns an error message for contradictory options (12)
 */
export function readOptions(
  request: CourtRequest,
  court: string
): DocketOptions | { refused: string } {
  const value = (name: string) => request.values.get(name)?.trim() ?? ''
  const [from, to] = [value('date_from'), value('date_to')]
  const dateFrom = from ? isoDate(from) : null
  const dateTo = to ? isoDate(to) : null
  if (from && !dateFrom) return { refused: `Invalid date_from: ${from}` }
  if (to && !dateTo) return { refused: `Invalid date_to: ${to}` }
  if (dateFrom && dateTo && dateFrom > dateTo)
    return { refused: 'The start date must be less than or equal to the end date' }
  const [numberFrom, numberTo] = ['documents_numbered_from_', 'documents_numbered_to_'].map(
    (name) => (/^\d{1,8}$/.test(value(name)) ? Number(value(name)) : null)
  )
  if (numberFrom !== null && numberTo !== null && numberFrom > numberTo)
    return {
      refused:
        'The starting document number must be less than or equal to the ending document number',
    }
  const isBankruptcy = getSimulatedCourt(court).kind === 'bankruptcy'
  // Bankruptcy courts use another field name (6).
  const dated = value(isBankruptcy ? 'date_type' : 'date_range_type') || value('date_range_type')
  return {
    sort: sortOf(value('sort1')),
    dated: /^entered$/i.test(dated) ? 'entered' : 'filed',
    dateFrom,
    dateTo,
    numberFrom,
    numberTo,
    parties: isOn(request, 'list_of_parties_and_counsel'),
    terminated: isOn(request, 'terminated_parties'),
    members: isOn(request, 'list_of_member_cases'),
    listsDocuments: isOn(request, 'view_multi_docs'),
    format: value('output_format') || 'html',
    isBankruptcy,
  }
}

function sortOf(sort: string): DocketOptions['sort'] {
  if (/^most recent|descending$/i.test(sort)) return 'newest'
  return /^document number/i.test(sort) ? 'number' : 'oldest'
}

/** Content of a case's report with these options. */
export function selection(of: SimulatedCase, options: DocketOptions, world: World): DocketContent {
  return {
    case: of,
    parties: options.parties
      ? of.parties.filter(({ terminated }) => options.terminated || terminated === null)
      : [],
    entries: sorted(of.entries.filter(isInRange(options)), options.sort),
    members: options.members
      ? of.members.map((id) => world.case(of.court, id)).filter((one) => one !== undefined)
      : [],
    listsDocuments: options.listsDocuments,
  }
}

/** A number range excludes unnumbered entries (6). */
const isInRange =
  ({ dated, dateFrom, dateTo, numberFrom, numberTo }: DocketOptions) =>
  (entry: SimulatedEntry) => {
    const byNumber = numberFrom !== null || numberTo !== null
    if (byNumber && entry.number === null) return false
    return (
      (dateFrom === null || entry[dated] >= dateFrom) &&
      (dateTo === null || entry[dated] <= dateTo) &&
      (!byNumber ||
        (entry.number! >= (numberFrom ?? 0) &&
          entry.number! <= (numberTo ?? Number.MAX_SAFE_INTEGER)))
    )
  }

function sorted(entries: SimulatedEntry[], sort: DocketOptions['sort']): SimulatedEntry[] {
  if (sort === 'number')
    return entries.toSorted((one, other) => (one.number ?? 0) - (other.number ?? 0))
  const byDate = entries.toSorted(
    (one, other) => one.filed.localeCompare(other.filed) || one.sequence - other.sequence
  )
  return sort === 'newest' ? byDate.reverse() : byDate
}

/** Search criteria on the receipt (13). */
export function formatReceiptCriteria(of: SimulatedCase, options: DocketOptions): string {
  const { dateFrom, dateTo, numberFrom, numberTo } = options
  const date = (one: string | null) => (one ? printedDate(one) : '')
  if (options.isBankruptcy)
    return [
      fullNumber(of),
      `Fil or Ent: ${options.dated}`,
      ...(dateFrom ? [`From: ${date(dateFrom)}`] : []),
      ...(dateTo ? [`To: ${date(dateTo)}`] : []),
      `Doc From: ${numberFrom ?? 0}`,
      `Doc To: ${numberTo ?? 99_999_999}`,
      `Term: ${options.terminated ? 'included' : 'excluded'}`,
      `Format: ${options.format}`,
    ].join(' ')
  return [
    fullNumber(of),
    ...(dateFrom ? [`Start date: ${date(dateFrom)}`] : []),
    ...(dateTo ? [`End date: ${date(dateTo)}`] : []),
    ...(numberFrom === null ? [] : [`Starting with document: ${numberFrom}`]),
    ...(numberTo === null ? [] : [`Ending with document: ${numberTo}`]),
  ].join(' ')
}
