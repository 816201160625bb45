import { harmonize } from './case_names.js'
import { claimHistory, type ClaimEvent } from './claim_history.js'
import { printedDate } from './dates.js'
import { docketNumberParts, type DocketNumberParts } from './docket_numbers.js'
import { labelledLines, linesWithoutLinks } from './claims_activity.js'
import { boldValues } from './page_sections.js'
import { clean, tidy } from './text.js'
import {
  attribute,
  getRowCells,
  elements,
  firstElement,
  outermost,
  getParentNode,
  parseHtml,
  getTableRows,
  shortText,
  getTextContent,
  type Element,
  type Node,
} from './tree.js'
import { isOfKind } from './recognition.js'

/** A claim against the estate; values that aren't printed are absent. */
export interface Claim {
  claim_number: number | null
  creditor_id: string
  /** Name and postal address, one line each. */
  creditor_details: string
  /** Amounts as printed, `$192392.00`. */
  amount_claimed?: string
  secured_claimed?: string
  unsecured_claimed?: string
  priority_claimed?: string
  date_original_filed: string | null
  date_original_entered: string | null
  date_last_amendment_filed?: string | null
  date_last_amendment_entered?: string | null
  date_modified: string | null
  status: string
  /** `CR`, `AT`, `TR`. */
  filed_by: string
  entered_by: string
  description: string
  remarks: string
  history: ClaimEvent[]
}

/** The claims of a bankruptcy case. */
export interface ClaimsRegister extends DocketNumberParts {
  court_id: string
  case_name: string
  assigned_to_str: string
  trustee_str: string
  office: string
  chapter: string
  date_filed: string | null
  date_last_to_file_claims: string | null
  date_last_to_file_govt: string | null
  total_number_of_claims: string
  date_closed?: string
  date_converted?: string
  date_debtor_dismissed?: string
  claims: Claim[]
}

/**
 * The register of claims of a bankruptcy case.
 *
 * @param source the page
 * @param court the court's ID in the system
 * @returns the register, or null if the page is another kind
 */
export function parseClaimsRegister(source: string, court: string): ClaimsRegister | null {
  if (!isOfKind('claims_register', source)) return null
  const root = parseHtml(source)
  const values = boldValues([...elements(root, 'b')])
  const value = (label: string) => tidy(values.get(label.toLowerCase()) ?? '')
  const link = caseLink(root)
  const printed = link
    ? tidy(getTextContent(link))
    : `${value('Case Number')} ${value('Case Name')}`
  const number = printed.split(' ')[0]
  if (!NUMBER.test(number)) return null
  return {
    court_id: court,
    ...docketNumberParts(number),
    case_name: harmonize(printed.slice(number.length)),
    assigned_to_str: tidy([...values].find(([label]) => /\bJudge$/i.test(label))?.[1] ?? ''),
    trustee_str: value('Trustee'),
    office: value('Office'),
    chapter: value('Chapter'),
    date_filed: printedDate(value('Date Filed')),
    date_last_to_file_claims: printedDate(value('Last Date to file claims')),
    date_last_to_file_govt: printedDate(value('Last Date to file (Govt)')),
    total_number_of_claims: value('Total Number Of Claims'),
    ...(link && statesOf(link)),
    claims: [...outermost(root, 'table', isClaim)].map(claimOf),
  }
}

/** `31-10001`, `8-31-10001`, or `1:31-bk-10001`, with initials. */
const NUMBER = /^(?:\d{1,2}:)?(?:\d-)?\d{2}-[\w-]{2,40}$/

/** The case's number and name, as a link to its docket. */
const caseLink = (root: Node): Element | undefined =>
  [...elements(root, 'a')].find((link) => /DktRpt\.pl\?\d/.test(attribute(link, 'href') ?? ''))

const STATES: [RegExp, 'date_closed' | 'date_converted' | 'date_debtor_dismissed'][] = [
  [/\bClosed:?\s{0,5}(\d{2}\/\d{2}\/\d{2,4})/i, 'date_closed'],
  [/\bConverted:?\s{0,5}(\d{2}\/\d{2}\/\d{2,4})/i, 'date_converted'],
  [/(?<!Joint )\bDebtor dismissed:?\s{0,5}(\d{2}\/\d{2}\/\d{2,4})/i, 'date_debtor_dismissed'],
]

/** `Closed 10/26/2031, Debtor dismissed 10/11/2031` next to the link. */
function statesOf(link: Element): Partial<ClaimsRegister> {
  const parent = getParentNode(link)
  const text = parent ? shortText(parent, 1_000) : ''
  const states: Partial<ClaimsRegister> = {}
  for (const [form, field] of STATES) {
    const date = printedDate(form.exec(text)?.[1] ?? '')
    if (date) states[field] = date
  }
  return states
}

const CREDITOR = /^Creditor ?:/i

/** Tables whose first row has creditor, number, and state of a claim. */
function isClaim(table: Element): boolean {
  const cells = getTableRows(table).slice(0, 1).flatMap(getRowCells)
  return cells.length >= 3 && cells.some((cell) => CREDITOR.test(shortText(cell)))
}

function claimOf(table: Element): Claim {
  const [head, ...rows] = getTableRows(table)
  const cells = getRowCells(head)
  const cellOf = (label: RegExp, place: number) =>
    linesOf(cells.find((cell) => label.test(shortText(cell, 400))) ?? cells[place])
  const creditor = cellOf(CREDITOR, 0)
  const numbers = cellOf(/\b(?:Claim No|Original Filed)/i, 1)
  const state = cellOf(/\b(?:Status|Filed by|Entered by) ?:/i, 2)
  const dates = labelledLines(numbers)
  const states = labelledLines(state)
  const texts = labelledTexts(rows)
  const date = (label: string) => printedDate(dates.get(label.toLowerCase()) ?? '')
  return {
    claim_number: numberIn(dates.get('claim no') ?? ''),
    creditor_id: /\((\d{1,12})\)/.exec(creditor[0] ?? '')?.[1] ?? '',
    creditor_details: creditor.slice(1).join('\n'),
    ...amountsOf(rows),
    date_original_filed: date('Original Filed Date'),
    date_original_entered: date('Original Entered Date'),
    ...(dates.has('last amendment filed') && {
      date_last_amendment_filed: date('Last Amendment Filed'),
    }),
    ...(dates.has('last amendment entered') && {
      date_last_amendment_entered: date('Last Amendment Entered'),
    }),
    date_modified: printedDate(states.get('modified') ?? ''),
    status: states.get('status') ?? '',
    filed_by: states.get('filed by') ?? '',
    entered_by: states.get('entered by') ?? '',
    description: texts.get('description') ?? '',
    remarks: texts.get('remarks') ?? '',
    history: rows.flatMap((row) => (labelOf(row) === 'history' ? claimHistory(row) : [])),
  }
}

const numberIn = (text: string): number | null => (/^\d{1,9}$/.test(text) ? Number(text) : null)

/** Lines of a cell, whose labels are in italics or bold. */
function linesOf(cell: Element): string[] {
  const label = firstElement(cell, 'i', 'b')
  return linesWithoutLinks((label && getParentNode(label)) ?? cell)
}

/** The label of a claim's row: `Description`, `History` … */
const labelOf = (row: Element) => /^([A-Z][a-z]{1,20}) ?:/i.exec(shortText(row))?.[1].toLowerCase()

function labelledTexts(rows: Element[]): Map<string, string> {
  const texts = new Map<string, string>()
  for (const row of rows) {
    const label = labelOf(row)
    if (!label || label === 'history' || texts.has(label)) continue
    const [first = '', ...more] = getRowCells(row).flatMap(linesOf)
    texts.set(label, [first.slice(first.indexOf(':') + 1).trim(), ...more].join('\n'))
  }
  return texts
}

const AMOUNTS = ['amount_claimed', 'secured_claimed', 'unsecured_claimed', 'priority_claimed']

/** Rows `Secured | claimed: | $379.56` of the table of amounts. */
function amountsOf(rows: Element[]): Partial<Claim> {
  const amounts: Record<string, string> = {}
  for (const row of rows.slice(0, 1)) {
    const table = firstElement(row, 'table')
    for (const [kind, column, amount] of (table ? getTableRows(table) : []).map(textsOf)) {
      const field = `${kind ?? ''}_${column ?? ''}`.toLowerCase().replace(/:$/, '')
      if (AMOUNTS.includes(field) && amount) amounts[field] ??= amount
    }
  }
  return amounts
}

const textsOf = (row: Element) => getRowCells(row).map((cell) => clean(getTextContent(cell)))
