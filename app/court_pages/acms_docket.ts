import {
  numberIn,
  asJsonObject,
  asJsonObjects,
  readJsonPage,
  textIn,
  type JsonObject,
} from './json_values.js'
import { numericDate } from './dates.js'
import { docketNumberParts } from './docket_numbers.js'
import { isOfKind } from './recognition.js'
import {
  getRowCells,
  getChildNodes,
  elements,
  parseHtmlFragment,
  printedLines,
  getTagName,
  textOfMarkup,
  type Element,
} from './tree.js'

/** An entry of a docket of the new appellate system. */
export interface AcmsEntry {
  document_number: number | null
  pacer_doc_id: string | null
  page_count: number | null
  description: string
  description_html: string
  /** Time stamps in this system's format. */
  date_filed: string | null
  date_entered: string | null
}

/** The agency or court an appeal comes from. */
export interface AcmsOrigin {
  name?: string
  identifier?: string
  RESTRICTED_ALIEN_NUMBER?: string
  docket_number?: string
  /** The date of the decision under review. */
  date_judgment?: string
}

/** A docket of the new appellate system (ACMS). */
export interface AcmsDocket {
  court_id: string
  docket_number: string
  pacer_case_id: string
  case_name: string
  date_filed: string | null
  appeal_from: string
  fee_status: string
  case_type_information: string
  originating_court_information: AcmsOrigin
  parties: AcmsParty[]
  docket_entries: AcmsEntry[]
}

/** The two objects of the system's response; the case is required. */
function readAcmsDocket(source: string) {
  const answer = readJsonPage(source)
  const details = asJsonObject(answer?.caseDetails)
  const info = asJsonObject(answer?.docketInfo)
  return details && textIn(details.caseId) && textIn(details.caseNumber) ? { details, info } : null
}

/**
 * A docket of the new appellate system (ACMS), from its API.
 *
 * @param source JSON of `{caseDetails, docketInfo}`
 * @param court the court's ID in the system
 * @returns the docket, or null if the text is another response
 */
export function parseAcmsDocket(source: string, court: string): AcmsDocket | null {
  const answer = isOfKind('acms_docket', source) ? readAcmsDocket(source) : null
  if (!answer) return null
  const { details, info } = answer
  const kinds = [details.caseType, details.caseSubType, details.caseSubSubType].map(textIn)
  return {
    court_id: court,
    docket_number: textIn(details.caseNumber) ?? '',
    pacer_case_id: textIn(details.caseId) ?? '',
    case_name: (textIn(details.name) ?? '').trim(),
    date_filed: dayIn(details.caseOpened),
    appeal_from: textIn(asJsonObject(details.court)?.name) ?? '',
    fee_status: textIn(details.feeStatus) ?? '',
    case_type_information: kinds.filter(Boolean).join(', '),
    originating_court_information: originOf(details),
    parties: parseAcmsParties(textIn(details.partyAttorneyList) ?? ''),
    docket_entries: asJsonObjects(info?.docketEntries).map(parseEntry),
  }
}

function originOf(details: JsonObject): AcmsOrigin {
  const court = asJsonObject(details.court)
  const name = textIn(details.districtCourtName) ?? textIn(court?.name)
  const identifier = textIn(court?.identifier)
  const alien = textIn(details.aNumber)
  const number = docketNumberParts(
    (textIn(details.originatingCaseNumber) ?? '').trim()
  ).docket_number
  const decided = dayIn(details.decisionDate)
  return {
    ...(name && { name }),
    ...(identifier && { identifier }),
    ...(alien && { RESTRICTED_ALIEN_NUMBER: alien }),
    ...(number && { docket_number: number }),
    ...(decided && { date_judgment: decided }),
  }
}

function parseEntry(entry: JsonObject): AcmsEntry {
  const markup = textIn(entry.docketEntryText) ?? ''
  const description = entryText(markup)
  const filed = dayIn(entry.endDate) ?? dayIn(entry.endDateFormatted) ?? dayIn(entry.createdOn)
  return {
    document_number: numberIn(entry.entryNumber),
    pacer_doc_id: textIn(entry.docketEntryId),
    page_count: numberIn(entry.pageCount),
    description,
    description_html: markup,
    date_filed: filed ? `${filed}T00:00:00` : null,
    date_entered: timeEntered(description),
  }
}

/** The day of `2023-10-03`, `2023-10-03T19:46:43Z`, or `10/03/2023`, or null. */
const dayIn = (value: JsonObject[string]): string | null => {
  const text = textIn(value) ?? ''
  return /^\d{4}-\d{2}-\d{2}(?!\d)/.exec(text)?.[0] ?? numericDate(text)
}

/** Counsel of a party in an appeal. */
interface AcmsAttorney {
  name: string
  contact: string
  roles: string[]
}

/** A party to an appeal. */
interface AcmsParty {
  name: string
  type: string
  date_terminated?: string
  attorneys: AcmsAttorney[]
  /** Lines between name and type: aliases, A-numbers. */
  unparsed?: string[]
}

/** The parties in the table, which the new appellate system stores as markup. */
function parseAcmsParties(markup: string): AcmsParty[] {
  const parties = []
  for (const row of elements(parseHtmlFragment(markup), 'tr')) {
    const [party, counsel] = getRowCells(row)
    if (party) parties.push(parseParty(party, counsel))
  }
  return parties
}

function parseParty(cell: Element, counsel?: Element): AcmsParty {
  const [name = '', ...lines] = printedLines(cell)
  const last = lines.findLastIndex((line) => line.startsWith('\u00A0'))
  const type = last === -1 ? '' : lines[last].trim().replace(/,$/, '')
  const rest = lines.filter((line, at) => at !== last && line.trim() !== '')
  const terminated = rest.find(isTerminated)
  const unparsed = rest.filter((line) => !isTerminated(line))
  const date = terminated && numericDate(afterColon(terminated))
  return {
    name: name.trim(),
    type,
    ...(date && { date_terminated: date }),
    attorneys: counsel ? attorneysOf(counsel) : [],
    ...(unparsed.length > 0 && { unparsed }),
  }
}

function attorneysOf(cell: Element): AcmsAttorney[] {
  return getChildNodes(cell)
    .filter((node) => getTagName(node) === 'div')
    .map((block) => printedLines(block as Element).map((line) => line.trim()))
    .filter((lines) => lines.some((line) => line !== ''))
    .map(([name, ...lines]) => ({
      name,
      contact: lines.filter((line) => line !== '' && !isRole(line)).join('\n'),
      roles: lines.filter(isRole).map((line) => line.slice(1, -1)),
    }))
}

const isRole = (line: string) => line.startsWith('[') && line.endsWith(']')
const isTerminated = (line: string) => line.trim().startsWith('Terminated:')
const afterColon = (line: string) => line.slice(line.indexOf(':') + 1)

/** The text of an entry's markup, its line breaks kept. */
export const entryText = (markup: string): string => textOfMarkup(markup).trim()

const ENTERED =
  /^\[Entered:\s{0,5}(\d{1,2}\/\d{1,2}\/\d{4})(?:\s{1,5}(\d{1,2}):(\d{2})(?::(\d{2}))?\s{0,3}(?:([AP])\.?M\.?)?)?\s{0,5}\]/i

/**
 * The time stamp of `[Entered: 10/02/2023 11:17 AM]` or `[Entered: 10/02/2023 11:17:00 AM]`, or
 * null. The last one in the text is the entry's; those of other entries can be quoted before it.
 */
function timeEntered(text: string): string | null {
  const at = text.lastIndexOf('[Entered:')
  const [, printed = '', hour = '0', minute = '00', second = '00', half = ''] =
    ENTERED.exec(at === -1 ? '' : text.slice(at, at + 60)) ?? []
  const date = numericDate(printed)
  if (!date) return null
  const hours = half ? (Number(hour) % 12) + (half.toUpperCase() === 'P' ? 12 : 0) : Number(hour)
  return `${date}T${String(hours).padStart(2, '0')}:${minute}:${second}`
}
