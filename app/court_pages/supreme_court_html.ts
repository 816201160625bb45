import { harmonize } from './case_names.js'
import { writtenDate } from './dates.js'
import { clean } from './text.js'
import {
  filingNumber,
  groupByParty,
  lowerCourtNumbers,
  supremeCourtNumber,
  supremeCourtUrl,
  type SupremeCourtDocket,
  type SupremeCourtEntry,
  partyType,
  type SupremeCourtAttorney,
} from './supreme_court_docket.js'
import {
  attribute,
  getRowCells,
  getChildNodes,
  elementById,
  elements,
  hasClass,
  innerHtml,
  isElement,
  lineTexts,
  rawText,
  getTagName,
  getTextContent,
  type Element,
  type Node,
  firstElement,
} from './tree.js'
import { parseAddress } from './supreme_court_old_html.js'

/**
 * A docket page of the Supreme Court with named sections: pages from 2017 and later.
 *
 * @param root the tree of the page
 * @returns the docket, or null if the page has no named sections
 */
export function readSectionedDocket(root: Node): SupremeCourtDocket | null {
  const info = elementById(root, 'docketinfo')
  const proceedings = elementById(root, 'proceedings')
  const number = info && [...elements(info, 'span')].find((one) => hasClass(one, 'DocketInfoTitle'))
  if (!info || !proceedings || !number) return null
  const values = labelledRows(info)
  const numbers = values.get('case numbers') || null
  const title = [...elements(info, 'span')].find((one) => hasClass(one, 'title'))
  return {
    docket_number: supremeCourtNumber(clean(getTextContent(number))),
    capital_case: null,
    date_filed: writtenDate(values.get('docketed') ?? ''),
    case_name: harmonize(title ? lineTexts(title).join(' ') : ''),
    links: values.get('linked with') ?? '',
    lower_court: values.get('lower ct') || null,
    lower_court_case_numbers: lowerCourtNumbers(numbers),
    lower_court_case_numbers_raw: numbers,
    lower_court_decision_date: writtenDate(values.get('decision date') ?? ''),
    lower_court_rehearing_denied_date: writtenDate(values.get('rehearing denied') ?? ''),
    discretionary_court_decision: writtenDate(
      values.get('discretionary court decision date') ??
        values.get('discretionary court decision') ??
        ''
    ),
    questions_presented: questionsOf(info),
    parties: groupByParty(counselOf(elementById(root, 'Contacts'))),
    docket_entries: entriesOf(proceedings),
  }
}

/** Values by the preceding label, in lowercase without its colon. */
function labelledRows(info: Element): Map<string, string> {
  const values = new Map<string, string>()
  for (const row of elements(info, 'tr')) {
    const [label, value] = getRowCells(row).map((cell) => clean(getTextContent(cell)))
    if (!label) continue
    const linked = /^Linked with ?:? ?/i.exec(label)
    if (linked) values.set('linked with', label.slice(linked[0].length) || value || '')
    else if (value) values.set(label.replace(/ ?:$/, '').toLowerCase(), value)
  }
  return values
}

function questionsOf(info: Element): string | null {
  for (const link of elements(info, 'a')) {
    const href = attribute(link, 'href')
    if (href && clean(getTextContent(link)) === 'Questions Presented') return supremeCourtUrl(href)
  }
  return null
}

function entriesOf(proceedings: Element): SupremeCourtEntry[] {
  const entries: SupremeCourtEntry[] = []
  for (const row of elements(proceedings, 'tr')) {
    const [date, text] = getRowCells(row)
    if (!date || !text) continue
    const filed = writtenDate(clean(getTextContent(date)))
    if (filed) entries.push(entryOf(filed, text))
    else if (entries.length > 0) addPapers(entries[entries.length - 1], text)
  }
  return entries
}

function entryOf(filed: string, cell: Element): SupremeCourtEntry {
  const shown = getChildNodes(cell).filter(
    (node) => !(isElement(node) && hasClass(node, 'documentlinks'))
  )
  const entry: SupremeCourtEntry = {
    date_filed: filed,
    document_number: null,
    description: clean(shown.map(getTextContent).join('')),
    description_html: markupOf(shown),
    attachments: [],
  }
  addPapers(entry, cell)
  return entry
}

/** Adds the documents linked in a cell; other links belong to the text. */
function addPapers(entry: SupremeCourtEntry, cell: Element) {
  for (const link of elements(cell, 'a')) {
    const url = supremeCourtUrl(attribute(link, 'href') ?? '')
    const number = filingNumber(url)
    if (number === null && !hasClass(link, 'documentanchor')) continue
    entry.attachments.push({
      description: clean(getTextContent(link)),
      document_url: url,
      document_number: number,
    })
    entry.document_number ??= number
  }
}

/** Markup of an entry without the final break; sanitize it before display. */
function markupOf(nodes: Node[]): string {
  const ends = (node: Node) => getTagName(node) === 'br' || (rawText(node) ?? 'x').trim() === ''
  let last = nodes.length
  while (last > 0 && ends(nodes[last - 1])) last--
  const written = nodes
    .slice(0, last)
    .map((node) => (isElement(node) ? outerHtml(node) : plainMarkup(node)))
  return written.join('').trim()
}

const plainMarkup = (node: Node) =>
  (rawText(node) ?? '').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

function outerHtml(element: Element): string {
  const attributes = element.attrs.map(
    ({ name, value }) => ` ${name}="${value.replaceAll('"', '&quot;')}"`
  )
  const start = `<${element.tagName}${attributes.join('')}>`
  return element.tagName === 'br' ? start : `${start}${innerHtml(element)}</${element.tagName}>`
}

/** Counsel and the party they represent. */
interface Counsel {
  type: string
  party: string
  attorney: SupremeCourtAttorney
}

/** Counsel with their parties, in the attorneys section. */
function counselOf(section: Element | undefined): Counsel[] {
  if (!section) return []
  return firstElement(section, 'td') ? counselInTable(section) : counselInCards(section)
}

/** Pages of 2017: a table with alternating rows of counsel and party. */
function counselInTable(table: Element): Counsel[] {
  const found: Counsel[] = []
  const waiting: Counsel['attorney'][] = []
  let type = 'Other'
  for (const row of elements(table, 'tr')) {
    const cells = getRowCells(row)
    const text = clean(cells.length > 0 ? getTextContent(cells[0]) : '')
    if (cells.length === 1 && text.startsWith('Party name:')) {
      const party = text.slice('Party name:'.length).trim()
      found.push(...waiting.splice(0).map((attorney) => ({ type, party, attorney })))
    } else if (cells.length === 1) type = partyType(text)
    else if (cells.length === 3 && !/^name$/i.test(text)) {
      const [names, address, phone] = cells
      waiting.push(
        attorneyOf(lineTexts(names), lineTexts(address), clean(getTextContent(phone)), Infinity)
      )
    }
  }
  return found
}

/** Later pages: a card per side, with alternating blocks of names and contact details. */
function counselInCards(section: Element): Counsel[] {
  const found: Counsel[] = []
  let type = 'Other'
  let names: string[] = []
  for (const block of elements(section, 'div')) {
    if (hasClass(block, 'card-heading')) type = partyType(clean(getTextContent(block)))
    else if (hasClass(block, 'ContactName')) names = lineTexts(block)
    else if (hasClass(block, 'ContactData2')) {
      const part = (name: string) => [...elements(block, 'span')].find((one) => hasClass(one, name))
      const value = (name: string) =>
        clean(getTextContent(part(name) ?? ({ nodeName: '#none' } as Node)))
      const lines = part('address1') ? lineTexts(part('address1')!) : []
      const phone = value('phonenumber').replace(/^Ph:\s*/, '')
      const attorney = attorneyOf(names, [...lines, value('emailaddress')], phone, 1)
      found.push({ type, party: value('partyname').replace(/^Party name:\s*/, ''), attorney })
    }
  }
  return found
}

function attorneyOf(
  [name = '', ...more]: string[],
  lines: string[],
  phone: string,
  titles: number
) {
  return {
    name,
    is_counsel_of_record: more.includes('Counsel of Record'),
    phone: phone || null,
    ...parseAddress(lines, titles),
  }
}
