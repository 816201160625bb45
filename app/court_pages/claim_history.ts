import { printedDate } from './dates.js'
import { documentId, goDlsArguments, queryValue } from './document_links.js'
import { clean } from './text.js'
import {
  attribute,
  getRowCells,
  elements,
  firstElement,
  getTableRows,
  shortText,
  getTextContent,
  type Element,
} from './tree.js'

/** The filing or amendment of a claim, or a docket entry about it. */
export interface ClaimEvent {
  type: 'claim' | 'docket_entry'
  document_number: number | null
  /** Number of the filing of the claim. */
  attachment_number?: number
  date_filed: string | null
  description: string
  /** The claim's ID. */
  id?: string
  pacer_case_id?: string
  pacer_doc_id?: string
  pacer_dm_id?: string
  pacer_seq_no?: string
}

const ID = /^\d{1,12}$/

/** The events in the table of a row `History:`, each with number, date, and text at its end. */
export function claimHistory(row: Element): ClaimEvent[] {
  const table = firstElement(row, 'table')
  return (table ? getTableRows(table) : []).map(eventOf).filter((event) => event !== null)
}

function eventOf(row: Element): ClaimEvent | null {
  const cells = getRowCells(row)
  if (cells.length < 3) return null
  const [number, date, text] = cells.slice(-3)
  const description = getTextContent(text).trim()
  const filed = printedDate(shortText(date))
  if (!filed && !description) return null
  const [, claim, filing] = /^(\d{1,9})-(\d{1,9})(?!\d)/.exec(shortText(number)) ?? []
  const document = claim ?? /^\d{1,9}(?!\d)/.exec(shortText(number))?.[0]
  return {
    type: filing ? 'claim' : 'docket_entry',
    document_number: document ? Number(document) : null,
    ...(filing && { attachment_number: Number(filing) }),
    date_filed: filed,
    description,
    ...idsOf(number),
  }
}

/** Parts of a number's link. */
function idsOf(cell: Element): Partial<ClaimEvent> {
  const [link] = elements(cell, 'a')
  if (!link) return {}
  const href = attribute(link, 'href') ?? ''
  const call = goDlsArguments(attribute(link, 'onclick'))
  const id = queryValue(href, 'claim_id', ID) ?? call?.[7]
  const caseId = queryValue(href, 'caseid', ID) ?? call?.[1]
  const document = documentId(href)
  const dmId = queryValue(href, 'dm_id', ID)
  const sequence = queryValue(href, 'de_seq_num', ID) ?? (id ? undefined : call?.[2])
  return {
    ...(id && { id: clean(id) }),
    ...(caseId && { pacer_case_id: clean(caseId) }),
    ...(document && { pacer_doc_id: document }),
    ...(dmId && { pacer_dm_id: dmId }),
    ...(sequence && { pacer_seq_no: clean(sequence) }),
  }
}
