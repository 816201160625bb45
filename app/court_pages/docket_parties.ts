import { criminalSection, type CriminalData, type CriminalSection } from './criminal_data.js'
import { numericDate } from './dates.js'
import { clean } from './text.js'
import {
  getRowCells,
  firstElement,
  shortText,
  getTextContent,
  type Element,
  getChildNodes,
  getParentNode,
  isElement,
  rawText,
  type Node,
} from './tree.js'

/** A party of a docket report. */
export interface DocketParty {
  type: string
  name: string
  /** Lines below the name: the party's role, a postal address, the termination date. */
  extra_info: string
  date_terminated: string | null
  /** Absent if the report has no cell for them. */
  attorneys?: DocketAttorney[]
  /** In criminal cases. */
  criminal_data?: CriminalData
}

/**
 * The parties of a report.
 *
 * @param rows rows of the tables of parties, in order
 * @param headingOf the heading in a separate row, null for other rows
 */
export function readParties(
  rows: Iterable<Element>,
  headingOf: (row: Element) => string | null
): DocketParty[] {
  const parties: DocketParty[] = []
  const addresses = new Map<string, string>()
  let type = 'Unknown'
  let section: CriminalSection | null = null
  let sectionTable: Node | null = null
  for (const row of rows) {
    const heading = headingOf(row)
    // The table of the next defendant starts with the judge, not with a heading.
    if (getParentNode(row) !== sectionTable) section = null
    if (heading !== null) {
      section = criminalSection(heading)
      sectionTable = getParentNode(row)
      if (!section) type = partyType(heading)
      continue
    }
    const party = parties.at(-1)
    if (section && party) section.add((party.criminal_data ??= section.empty()), row)
    else {
      const read = readParty(row, { type, addresses })
      if (!read) continue
      type = read.type
      parties.push(read)
    }
  }
  return distinct(parties)
}

interface PartyContext {
  type: string
  addresses: Map<string, string>
}

const TERMINATED = /TERMINATED: {0,3}(\d{1,2}\/\d{1,2}\/\d{4})/

function readParty(row: Element, { type, addresses }: PartyContext): DocketParty | null {
  const [left, , right] = getRowCells(row)
  if (!left) return null
  const lines = styledLines(left)
  const heading = lines.map((line) => clean(line.boldItalic)).find(Boolean)
  const at = lines.findIndex((line) => clean(line.bold) !== '')
  if (at === -1) return null
  const extra = lines
    .slice(at)
    // A link is a separate line.
    .flatMap(({ plain, italic, boldItalic, link }, place) => [
      (plain + italic + (place === 0 ? boldItalic : '')).trim(),
      link.trim(),
    ])
    .filter(Boolean)
    .join('\n')
  return {
    type: heading === undefined ? type : partyType(heading),
    name: (lines[at].bold + lines[at].boldItalic).trim(),
    extra_info: extra,
    date_terminated: numericDate(TERMINATED.exec(extra)?.[1] ?? ''),
    ...(right && { attorneys: readAttorneys(right, addresses) }),
  }
}

/** Merges exact duplicates of a party. */
function distinct(parties: DocketParty[]): DocketParty[] {
  const seen = new Set<string>()
  return parties.filter((party) => {
    const key = JSON.stringify(party)
    return !seen.has(key) && seen.add(key)
  })
}

/** A bold, underlined heading, alone in its row or next to a heading for dispositions. */
export function underlinedHeading(row: Element): string | null {
  const [first] = getRowCells(row)
  if (!first) return null
  const underlined = firstElement(first, 'u')
  const text = underlined ? shortText(underlined, 100) : ''
  return text && text === shortText(first, 100) ? text : null
}

/** A heading in bold above a line of dashes. */
export function dashedHeading(row: Element): string | null {
  const cells = getRowCells(row)
  if (cells.length !== 1) return null
  const text = clean(getTextContent(cells[0]))
  const found = /^(.{1,80}?) ?-{5,}$/.exec(text)
  return found && found[1]
}

/** Spellings of a word that mean the same. */
const ALIASES: [RegExp, string][] = [
  [/\b(?:3rd|third)[ -]?(?:party|pty)\b/g, 'third party'],
  [/^(?:united states|u\. s\.|us)(?= )/g, 'u.s.'],
  [/\bjoint ?admin\b/g, 'jointly administered'],
  [/^plaintiff ?- ?consolidated$/, 'consolidated plaintiff'],
]

/**
 * A party type in normalized form: `Defendant (1)` and `DEFENDANT` are `Defendant`.
 *
 * @param printed the heading above the party
 */
function partyType(printed: string): string {
  let type = clean(printed)
    .toLowerCase()
    .replace(/ ?(?:\(\d{1,5}\)|\d{1,5})$/, '')
  for (const [form, word] of ALIASES) type = type.replace(form, word)
  return titleCase(type)
}

/** Capitalizes letters after any other character, such as an apostrophe. */
const titleCase = (text: string) =>
  text
    .replace(
      /(^|[^a-z])([a-z])/g,
      (_, before: string, letter: string) => before + letter.toUpperCase()
    )
    .replace(/ And /g, ' and ')

/** An attorney of a party on a docket report. */
interface DocketAttorney {
  name: string
  /** Lines of the postal address, each with a line break at its end. */
  contact: string
  roles: string[]
}

const SEE_ABOVE = /^\(See above for address\)$/i
const NO_ROLE = /^(?:Bar Status|Designation)\b/i

/**
 * The attorneys in the third cell of a party's row: a name in bold, lines of the address, and
 * roles in italics.
 *
 * @param cell the cell
 * @param addresses postal addresses printed earlier in the report, by name; this cell's are added
 */
function readAttorneys(cell: Element, addresses: Map<string, string>): DocketAttorney[] {
  const attorneys: DocketAttorney[] = []
  const lines = styledLines(cell)
  for (const [at, line] of lines.entries()) {
    const isLast = at === lines.length - 1 && line.plain === ''
    if (line.beginsBold && (clean(line.bold) || !isLast))
      attorneys.push({ name: clean(line.bold), contact: '', roles: [] })
    const attorney = attorneys.at(-1)
    if (!attorney) continue
    const role = clean(line.italic + line.boldItalic)
    if (role && !NO_ROLE.test(role)) attorney.roles.push(role)
    const plain = clean(line.plain)
    if (plain) attorney.contact += `${plain}\n`
  }
  for (const attorney of attorneys) completeAddress(attorney, addresses)
  return attorneys
}

/** Maximum length of a repeated postal address; a result must not outgrow its page. */
const MAX_REPEATED = 600

/** Later mentions of an attorney refer to the address printed first. */
function completeAddress(attorney: DocketAttorney, addresses: Map<string, string>): void {
  const { name, contact } = attorney
  if (SEE_ABOVE.test(contact.trim())) attorney.contact = addresses.get(name) ?? ''
  else if (!addresses.has(name)) addresses.set(name, contact.slice(0, MAX_REPEATED))
}

/** A line of a cell, with its text split by style; white space is kept. */
interface StyledLine {
  bold: string
  italic: string
  /** Bold within italics or vice versa: party headings in bankruptcy courts. */
  boldItalic: string
  plain: string
  /** Text of links, which isn't in the other parts. */
  link: string
  /** Whether bold markup starts on the line, even without text. */
  beginsBold: boolean
}

type Style = Exclude<keyof StyledLine, 'beginsBold'>

const emptyLine = (): StyledLine => ({
  bold: '',
  italic: '',
  boldItalic: '',
  plain: '',
  link: '',
  beginsBold: false,
})

const STYLES: Record<string, (outer: Style) => Style> = {
  b: (outer) => (outer === 'italic' || outer === 'boldItalic' ? 'boldItalic' : 'bold'),
  i: (outer) => (outer === 'bold' || outer === 'boldItalic' ? 'boldItalic' : 'italic'),
  a: () => 'link',
}
STYLES.strong = STYLES.b
STYLES.em = STYLES.i

/**
 * The lines of a cell separated by `<br>`.
 *
 * @param cell the cell, or any other element
 */
function styledLines(cell: Node): StyledLine[] {
  const lines = [emptyLine()]
  const stack: [node: Node, style: Style][] = [[cell, 'plain']]
  while (stack.length > 0) {
    const [node, style] = stack.pop()!
    const text = rawText(node)
    if (text !== undefined) lines.at(-1)![style] += text
    if (!isElement(node) || node.tagName === 'script' || node.tagName === 'style') continue
    if (node.tagName === 'br') lines.push(emptyLine())
    const inner = STYLES[node.tagName]?.(style) ?? style
    if (inner === 'bold' && style !== 'bold') lines.at(-1)!.beginsBold = true
    const below = getChildNodes(node)
    for (let at = below.length - 1; at >= 0; at--) stack.push([below[at], inner])
  }
  return lines
}
