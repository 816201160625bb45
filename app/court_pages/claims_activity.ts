import { harmonize } from './case_names.js'
import { printedDate } from './dates.js'
import { docketNumberParts, type DocketNumberParts } from './docket_numbers.js'
import { queryValue } from './document_links.js'
import { clean, tidy } from './text.js'
import {
  attribute,
  getRowCells,
  elements,
  outermost,
  parseHtml,
  getTableRows,
  shortText,
  getTextContent,
  type Element,
  getChildNodes,
  getTagName,
  isElement,
  unwrapped,
  type Node,
} from './tree.js'
import { isOfKind } from './recognition.js'

/** A document filed with a claim. */
export interface ClaimAttachment {
  claim_id: string | null
  claim_number: string | null
  claim_doc_seq: string | null
  pacer_case_id: string | null
  short_description: string
}

/** A filed claim; values that aren't printed are empty. */
export interface ActiveClaim {
  claim_id: string | null
  /** Number and filing, `2-1`. */
  claim_number: string | null
  pacer_case_id: string | null
  /** The number of the claim it amends. */
  amends_no: string
  creditor_id: string
  creditor_name_address: string
  date_filed: string | null
  date_entered: string | null
  amount_claimed: string
  amount_allowed: string
  priority_claimed: string
  secured_claimed: string
  status: string
  filed_by: string
  entered_by: string
  description: string
  remarks: string
  attachments: ClaimAttachment[]
}

/** A claim with its case. */
export interface ClaimActivity extends DocketNumberParts {
  court_id: string
  case_name: string
  /** The judge's last name. */
  assigned_to_str: string
  trustee_str: string
  office: string
  chapter: string
  last_date_to_file_claims: string | null
  last_date_to_file_govt: string | null
  claim: ActiveClaim
}

/**
 * The claims filed at a court in a period.
 *
 * @param source the page
 * @returns the claims with their cases, or null if the page is another kind
 */
export function parseClaimsActivity(source: string, court: string): ClaimActivity[] | null {
  if (!isOfKind('claims_activity', source)) return null
  return [...outermost(parseHtml(source), 'table', isClaim)].map((table) =>
    activityOf(table, court)
  )
}

/** Tables whose first row has the case and its claim. */
function isClaim(table: Element): boolean {
  const cells = getTableRows(table).slice(0, 1).flatMap(getRowCells)
  return cells.length >= 2 && cells.some((cell) => /^Case ?:/i.test(shortText(cell)))
}

function activityOf(table: Element, court: string): ClaimActivity {
  const [head, ...rows] = getTableRows(table)
  const values = labelledLines([head, ...rows].flatMap(getRowCells).flatMap(linesWithoutLinks))
  const value = (label: string) => tidy(values.get(label.toLowerCase()) ?? '')
  const date = (label: string) => printedDate(value(label))
  const [main, ...documents] = [...elements(head, 'a')].flatMap(documentOf)
  return {
    court_id: court,
    ...docketNumberParts(value('Case').split(' ')[0]),
    case_name: harmonize(value('Title')),
    assigned_to_str: value('Judge'),
    trustee_str: value('Trustee'),
    office: value('Office'),
    chapter: value('Chapter'),
    last_date_to_file_claims: date('Last date to file claims'),
    last_date_to_file_govt: date('Last date to file (Govt)'),
    claim: {
      claim_id: main?.claim_id ?? null,
      claim_number: main?.claim_number ?? numberIn(value('Claim No')),
      pacer_case_id: main?.pacer_case_id ?? null,
      amends_no: value('Amends No'),
      creditor_id: value('Creditor ID'),
      creditor_name_address: value('Creditor name/address'),
      date_filed: date('Filed'),
      date_entered: date('Entered'),
      amount_claimed: value('Amount claimed'),
      amount_allowed: value('Amount allowed'),
      priority_claimed: value('Priority claimed'),
      secured_claimed: value('Secured claimed'),
      status: value('Status'),
      filed_by: value('Filed by'),
      entered_by: value('Entered by'),
      description: value('Description'),
      remarks: value('Remarks'),
      attachments: documents,
    },
  }
}

/** A number without a link. */
const numberIn = (printed: string) => /^\d{1,9}(?:-\d{1,9})?(?!\d)/.exec(printed)?.[0] ?? null

/** A document of a claim by its link. */
function documentOf(link: Element): ClaimAttachment[] {
  const href = attribute(link, 'href') ?? ''
  const value = (name: string, form: RegExp) => queryValue(href, name, form)
  const id = value('claim_id', /^\d{1,12}$/)
  if (!id) return []
  return [
    {
      claim_id: id,
      claim_number: value('claim_num', /^\d{1,9}(?:-\d{1,9})?$/),
      claim_doc_seq: value('claim_doc_seq', /^\d{1,9}$/),
      pacer_case_id: value('caseid', /^\d{1,12}$/),
      short_description: clean(getTextContent(link)),
    },
  ]
}

/** The lines below a node separated by `<br>`, as printed, without links and empty lines. */
export function linesWithoutLinks(root: Node): string[] {
  const lines = ['']
  for (const node of getChildNodes(isElement(root) ? unwrapped(root) : root)) {
    if (getTagName(node) === 'br') lines.push('')
    else if (getTagName(node) !== 'a') lines[lines.length - 1] += getTextContent(node)
  }
  return lines.map((line) => line.trim()).filter(Boolean)
}

/** Values by label in lowercase of lines like `Filed by: CR`; the first occurrence of a label applies. */
export function labelledLines(lines: string[]): Map<string, string> {
  const values = new Map<string, string>()
  for (const line of lines) {
    const end = line.indexOf(':')
    const label = clean(line.slice(0, end)).toLowerCase()
    if (end > 0 && !values.has(label)) values.set(label, line.slice(end + 1).trim())
  }
  return values
}
