import { criminalSection, type CriminalData, type CriminalSection } from './criminal_data.js'
import { printedDate } from './dates.js'
import { readAttorneys, styledLines, type DocketAttorney, type StyledLine } from './party_cells.js'
import { clean } from './text.js'
import {
  getRowCells,
  firstElement,
  shortText,
  getTextContent,
  type Element,
  getParentNode,
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
      type = read.heading ?? type
      parties.push(read.party)
    }
  }
  return distinct(parties)
}

interface PartyContext {
  type: string
  addresses: Map<string, string>
}

const TERMINATED = /\bTERMINATED ?:?\s{0,3}(\d{1,2}\/\d{1,2}\/(?:\d{4}|\d{2}))\b/i

/** A party and the heading above its name, if its row has one. */
interface PartyRow {
  party: DocketParty
  heading?: string
}

function readParty(row: Element, { type, addresses }: PartyContext): PartyRow | null {
  const [left, , right] = getRowCells(row)
  if (!left) return null
  const lines = styledLines(left)
  const at = nameLine(lines, isRepresented(row))
  if (at === -1) return null
  // Words of a name can also be in italics.
  const printed = lines
    .slice(0, at)
    .map((line) => clean(line.boldItalic))
    .find(Boolean)
  const heading = printed === undefined ? undefined : partyType(printed)
  const own = lines[at]
  const name = (own.bold + own.boldItalic || own.italic + own.plain).trim()
  if (VERSUS.test(name)) return null
  const extra = lines
    .slice(at)
    // A link is a separate line.
    .flatMap((line, place) => [extraText(line, place > 0, own.bold !== ''), line.link.trim()])
    .filter(Boolean)
    .join('\n')
  return {
    party: {
      type: SERVICE_LIST.test(name) ? 'Service List' : (heading ?? type),
      name,
      extra_info: extra,
      date_terminated: printedDate(TERMINATED.exec(extra)?.[1] ?? ''),
      ...(right && { attorneys: readAttorneys(right, addresses) }),
    },
    heading,
  }
}

/** The text of a line that isn't the name; further names are in bold. */
function extraText(line: StyledLine, isBelow: boolean, isBold: boolean): string {
  const { bold, boldItalic, plain, italic } = line
  if (isBelow) return (boldItalic + bold + plain + italic).trim()
  return (isBold ? plain + italic + boldItalic : '').trim()
}

/** The word between the sides, which some courts print in bold. */
const VERSUS = /^v(?:s\.?|\.)?$/i

/** Persons who receive notices, listed like a party under any heading. */
const SERVICE_LIST = /^Service List$/i

/**
 * The line with the name: in bold, or in bold italics below a heading; of a party with counsel,
 * the first line with text.
 */
function nameLine(lines: StyledLine[], isRepresented: boolean): number {
  const bold = lines.findIndex((line) => clean(line.bold) !== '')
  if (bold !== -1) return bold
  const styled = [...lines.keys()].filter((at) => clean(lines[at].boldItalic) !== '')
  if (styled.length > 1) return styled[1]
  if (!isRepresented) return -1
  return styled[0] ?? lines.findIndex((line) => clean(line.italic + line.plain) !== '')
}

/** Whether a row contains the words "represented by" between a party and its counsel. */
export const isRepresented = (row: Element): boolean =>
  getRowCells(row).some((cell) => /^represented\s?by$/i.test(shortText(cell, 40)))

/** Whether a row contains a party: its counsel, or a name in bold on the first line. */
export function isPartyRow(row: Element): boolean {
  if (isRepresented(row)) return true
  const [left, ...others] = getRowCells(row)
  if (!left || others.length > 2) return false
  const first = styledLines(left).find((line) => clean(textOf(line)) !== '')
  if (!first || clean(first.bold) === '') return false
  return clean(first.italic + first.plain + first.link) === ''
}

const textOf = ({ bold, italic, boldItalic, plain, link }: StyledLine) =>
  bold + italic + boldItalic + plain + link

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
  [/\b(?:4th|fourth)[ -]?(?:party|pty)\b/g, 'fourth party'],
  [/\bunited states(?= )|\bu\. s\.(?= )|\bus(?= )/g, 'u.s.'],
  [/^intervenor pla$/, 'intervenor plaintiff'],
  [/^intervenor dft$/, 'intervenor defendant'],
  [/\bjoint ?admin\b/g, 'jointly administered'],
  [/^(plaintiff|defendant) ?- ?consolidated$/, 'consolidated $1'],
]

/**
 * A party type in normalized form: `Defendant (1)` and `DEFENDANT` are `Defendant`.
 *
 * @param printed the heading above the party
 */
function partyType(printed: string): string {
  let type = clean(printed)
    .toLowerCase()
    .replace(/ ?(?:\(\d{1,5}\)|\d{1,5})?:?$/, '')
  for (const [form, word] of ALIASES) type = type.replace(form, word)
  return titleCase(type)
}

/** Capitalizes letters after any other character but a digit, such as an apostrophe; not prepositions. */
const titleCase = (text: string) =>
  text
    .replace(
      /(^|[^a-z\d])([a-z])/g,
      (_, before: string, letter: string) => before + letter.toUpperCase()
    )
    .replace(/ (?:And|For|In|Of|Or|The|To)(?= )/g, (word) => word.toLowerCase())
