import { harmonize } from './case_names.js'
import { writtenDate } from './dates.js'
import { clean } from './text.js'
import {
  groupByParty,
  lowerCourtNumbers,
  partyType,
  supremeCourtNumber,
  type SupremeCourtDocket,
  type SupremeCourtEntry,
  type SupremeCourtAttorney,
} from './supreme_court_docket.js'
import {
  getRowCells,
  getChildNodes,
  elements,
  getTagName,
  rawText,
  textWithBreaks,
  type Node,
} from './tree.js'

type Address = Pick<SupremeCourtAttorney, 'title' | 'address' | 'city' | 'state' | 'zip' | 'email'>

/**
 * The lines printed below counsel's name. A prisoner number is omitted.
 *
 * @param lines title, firm, street, city, and an optional email address
 * @param titles how many leading lines without a digit may be the title or firm
 */
export function parseAddress(lines: string[], titles: number): Address {
  const email = lines.find((line) => line.includes('@') && !line.includes(' ')) ?? null
  const rest = lines.filter((line) => line !== '' && line !== email && !isPrisonerNumber(line))
  const place = rest.findLastIndex((line) => placeOf(line) !== null)
  const { city, state, zip } = (place !== -1 && placeOf(rest[place])) || NO_PLACE
  const above = rest.filter((_, at) => at !== place)
  const street = above.findIndex((line) => /\d/.test(line))
  const title = above.slice(0, Math.min(titles, street === -1 ? above.length : street))
  return {
    title: title.join(', ') || null,
    address: above.slice(title.length).join(', ') || null,
    city,
    state,
    zip,
    email,
  }
}

const NO_PLACE = { city: null, state: null, zip: null }

/** `Harrison, AR 72601`, or null. */
function placeOf(line: string) {
  const comma = line.lastIndexOf(',')
  const found = comma > 0 && /^ ?([A-Z]{2}) +(\d{5}(?:-\d{4})?)$/.exec(line.slice(comma + 1))
  return found ? { city: line.slice(0, comma).trim(), state: found[1], zip: found[2] } : null
}

/** `#330930-048`, `# 87920`, `AIS #153431`. */
const isPrisonerNumber = (line: string) => /^[A-Za-z. ]{0,10}# ?[A-Z]{0,4}-?\d/.test(line)

type Counsel = Parameters<typeof groupByParty>[0][number]

/**
 * A docket page of the Supreme Court before 2017: tables without names, headed by tildes.
 *
 * @param root the tree of the page
 * @returns the docket, or null if the page has another layout
 */
export function readTildeDocket(root: Node): SupremeCourtDocket | null {
  const rows = rowsOf(root)
  const dates = rows.findIndex(([first]) => /^~{2,3}Date~/.test(first))
  if (dates === -1) return null
  const names = rows.findIndex(([first]) => /^~{2,3}Name~/.test(first))
  const head = rows.slice(0, dates)
  const number = head.flat().find((cell) => NUMBER.test(cell))
  if (!number) return null
  const numbers = lowerNumbersOf(head)
  return {
    docket_number: supremeCourtNumber(number),
    capital_case: null,
    date_filed: docketedOn(head),
    case_name: harmonize(titleOf(head)),
    links: linksOf(head),
    lower_court: valueAfter(head, 'lower ct') || null,
    lower_court_case_numbers: lowerCourtNumbers(numbers),
    lower_court_case_numbers_raw: numbers,
    lower_court_decision_date: writtenDate(valueAfter(head, 'decision date')),
    lower_court_rehearing_denied_date: writtenDate(valueAfter(head, 'rehearing denied')),
    discretionary_court_decision: writtenDate(
      valueAfter(head, 'discretionary court decision date')
    ),
    questions_presented: null,
    parties: groupByParty(names === -1 ? [] : counselOf(rows.slice(names + 1))),
    docket_entries: entriesOf(rows.slice(dates + 1, names === -1 ? undefined : names)),
  }
}

const NUMBER = /^Nos?\. ?[0-9A-Z]/i

/** Cell texts of every row without a nested table. */
function rowsOf(root: Node): string[][] {
  const rows: string[][] = []
  for (const row of elements(root, 'tr')) {
    const cells = getRowCells(row)
    const texts = cells.map((cell) => clean(ownText(cell)))
    if (texts.length > 0) rows.push(texts)
  }
  return rows
}

/** Text of a cell without nested tables, with a space at breaks. */
function ownText(cell: Node): string {
  const parts = getChildNodes(cell).map((node) => {
    const name = getTagName(node)
    return name === 'table' ? '' : name === 'br' ? ' ' : (rawText(node) ?? textWithBreaks(node))
  })
  return parts.join('')
}

/** Whether a cell contains a label, which is in lowercase without its colon. */
const isLabel = (cell: string, label: string) =>
  cell.length <= label.length + 2 && cell.replace(/ ?:$/, '').toLowerCase() === label

function valueAfter(rows: string[][], label: string): string {
  for (const row of rows) {
    const at = row.findIndex((cell) => isLabel(cell, label))
    if (at !== -1) return row[at + 1] ?? ''
  }
  return ''
}

/** The lines from `Title:` to the next label. */
function titleOf(rows: string[][]): string {
  const first = rows.findIndex((row) => row.some((cell) => isLabel(cell, 'title')))
  if (first === -1) return ''
  const at = rows[first].findIndex((cell) => isLabel(cell, 'title'))
  const below = rows.slice(first + 1)
  const end = below.findIndex((row) => row.some((cell) => isLabel(cell, 'docketed')))
  const lines = [
    rows[first].slice(at + 1),
    ...(end === -1 ? below.slice(0, 3) : below.slice(0, end)),
  ]
  const texts = lines.flat().filter(Boolean)
  return texts.join(' ').replace(/ v\.$/, '')
}

/** Next to the label, or below it in the oldest pages. */
function docketedOn(rows: string[][]): string | null {
  const at = rows.findIndex(([first]) => isLabel(first, 'docketed'))
  return at === -1 ? null : (writtenDate(rows[at][1] ?? '') ?? writtenDate(rows[at + 1]?.[0] ?? ''))
}

function lowerNumbersOf(rows: string[][]): string | null {
  const labelled = valueAfter(rows, 'case nos.') || valueAfter(rows, 'case numbers')
  if (labelled) return labelled
  const court = rows.findIndex((row) => row.some((cell) => isLabel(cell, 'lower ct')))
  const below = court === -1 ? undefined : rows[court + 1]?.at(-1)
  return below?.startsWith('(') ? below : null
}

/** The cases of all rows such as `Linked with 02A9`. */
function linksOf(rows: string[][]): string {
  const linked = rows.flatMap((row) =>
    row.flatMap((cell, at) => {
      const found = /^Linked with\b ?:? ?/i.exec(cell)
      return found ? cell.slice(found[0].length) || (row[at + 1] ?? '') : []
    })
  )
  return linked.filter(Boolean).join(', ')
}

function entriesOf(rows: string[][]): SupremeCourtEntry[] {
  const entries: { filed: string; lines: string[] }[] = []
  for (const [date, text] of rows) {
    if (!text || /^\*+$/.test(text)) continue
    const filed = writtenDate(date)
    if (filed) entries.push({ filed, lines: [text] })
    else if (date === '') entries.at(-1)?.lines.push(text)
  }
  return entries.map(({ filed, lines }) => ({
    date_filed: filed,
    document_number: null,
    description: lines.join(' '),
    description_html: lines.join('\n'),
    attachments: [],
  }))
}

function counselOf(rows: string[][]): Counsel[] {
  const found: Counsel[] = []
  let type = 'Other'
  let waiting: Block[] = []
  const flush = (party: string) => {
    found.push(...waiting.map((block) => ({ type, party, attorney: attorneyOf(block) })))
    waiting = []
  }
  for (const [first = '', address = '', phone = ''] of rows) {
    if (first.startsWith('Party name:')) flush(first.slice('Party name:'.length).trim())
    else if (/^(?:Attorneys? for|Other)\b.{0,40}:$/i.test(first)) {
      flush('')
      type = partyType(first)
    } else if (first === 'Counsel of Record') {
      waiting.at(-1)?.names.push(first)
      waiting.at(-1)?.lines.push(address)
    } else if (first) waiting.push({ names: [first], lines: [address], phone })
    else if (address) waiting.at(-1)?.lines.push(address)
  }
  flush('')
  return found
}

interface Block {
  names: string[]
  lines: string[]
  phone: string
}

const attorneyOf = ({ names, lines, phone }: Block) => ({
  name: names[0],
  is_counsel_of_record: names.length > 1,
  phone: phone || null,
  ...parseAddress(lines, Infinity),
})
