import { printedDate } from './dates.js'
import { docketNumberParts } from './docket_numbers.js'
import { judgeName } from './judge_names.js'
import { clean } from './text.js'
import { boldValues } from './page_sections.js'
import { attribute, getRowCells, firstElement, getTextContent, type Element } from './tree.js'

/** The lower-court case. Empty if the report omits it. */
export interface AppellateOrigin {
  docket_number?: string
  /** Replaces the docket number in immigration cases. */
  RESTRICTED_ALIEN_NUMBER?: string
  /** Empty without a link to the court. */
  court_id?: string
  assigned_to?: string
  ordering_judge?: string
  court_reporter?: string
  disposition?: string
  date_filed?: string | null
  date_disposed?: string | null
  date_judgment?: string | null
  date_judgment_eod?: string | null
  date_filed_noa?: string | null
  date_received_coa?: string | null
}

const DATES: [RegExp, keyof AppellateOrigin][] = [
  [/^(?:Date Order\/Judgment|Date Decided)$/i, 'date_judgment'],
  [/^Date Order\/Judgment EOD$/i, 'date_judgment_eod'],
  [/^Date NOA Filed$/i, 'date_filed_noa'],
  [/^Date Rec'd (?:COA|BAP)$/i, 'date_received_coa'],
]

/**
 * The originating court's section of an appellate docket.
 *
 * @param section its elements
 * @param prior elements of the section on prior cases, which may contain the first case's disposition
 */
export function parseOrigin(section: Element[], prior: Element[]): AppellateOrigin {
  const values = boldValues(section)
  // A section without a lower court contains only its heading and the word None.
  if ([...values.values()].every((value) => value === '')) return {}
  const earlier = boldValues(prior)
  const value = (label: string) => values.get(label.toLowerCase()) || ''
  return {
    ...numberOf(section, values),
    assigned_to: judgeName(value('Trial Judge') || value('Originating Judge')),
    ordering_judge: judgeName(value('Ordering Judge')),
    court_reporter: value('Court Reporter'),
    date_filed: printedDate(value('Date Filed')),
    date_disposed: printedDate(value('Date Disposed') || (earlier.get('date disposed') ?? '')),
    disposition: value('Disposition') || (earlier.get('disposition') ?? ''),
    ...datesOf(section, values),
  }
}

const COURT_LINK = /^https?:\/\/ecf\.([a-z0-9-]{2,10})\.uscourts\.gov\//i

/** Labels of the court or agency. */
const ORIGINS = ['district', 'agency', 'bankruptcy', 'bankruptcy court', 'tax court']
/** The number of a court or agency, before that of the case. */
const COURT_NUMBER = /^[A-Z\d]{2,8}-\d{1,3} : \S/

/** `0975-1 : 1:17-cv-00050-DKW-KSC`, linked to the lower court, or an agency number. */
function numberOf(section: Element[], values: Map<string, string>): AppellateOrigin {
  const own = ORIGINS.map((label) => values.get(label)).find(Boolean)
  const printed = own ?? [...values.values()].find((value) => COURT_NUMBER.test(value)) ?? ''
  const number = printed.slice(printed.indexOf(' : ') === -1 ? 0 : printed.indexOf(' : ') + 3)
  // Telephone links can precede the court's.
  const court =
    section
      .map((element) =>
        COURT_LINK.exec((element.tagName === 'a' && attribute(element, 'href')) || '')
      )
      .find(Boolean)?.[1] ?? ''
  return /^A[\d-]{7,14}$/.test(number)
    ? { RESTRICTED_ALIEN_NUMBER: number, court_id: court }
    : { docket_number: docketNumberParts(number).docket_number, court_id: court }
}

/** Dates next to their labels, as some courts print them. */
function besideLabels(values: Map<string, string>): AppellateOrigin {
  const dates: AppellateOrigin = {}
  for (const [form, name] of DATES) {
    const printed = [...values].find(([label]) => form.test(label))?.[1]
    const date = printedDate(printed ?? '')
    if (date) Object.assign(dates, { [name]: date })
  }
  return dates
}

/** Dates in the row below their labels. */
function datesOf(section: Element[], values: Map<string, string>): AppellateOrigin {
  const rows = section.filter(({ tagName }) => tagName === 'tr').map(getRowCells)
  const at = rows.findIndex((cells) => cells.length > 1 && cells.every(isLabel))
  const dates: AppellateOrigin = besideLabels(values)
  if (at === -1 || !rows[at + 1]) return dates
  for (const [index, cell] of rows[at].entries()) {
    const label = clean(getTextContent(cell)).replace(/ ?:$/, '')
    const name = DATES.find(([form]) => form.test(label))?.[1]
    const value = rows[at + 1][index]
    if (name && value) Object.assign(dates, { [name]: printedDate(clean(getTextContent(value))) })
  }
  return dates
}

/** Whether all text of a cell is bold. */
const isLabel = (cell: Element) => {
  const bold = firstElement(cell, 'b')
  return bold !== undefined && clean(getTextContent(bold)) === clean(getTextContent(cell))
}
