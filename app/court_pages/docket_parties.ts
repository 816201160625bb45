import { criminalSection, type CriminalData, type CriminalSection } from './criminal_data.js'
import { numericDate } from './dates.js'
import { readAttorneys, type DocketAttorney } from './docket_attorneys.js'
import { partyType } from './party_types.js'
import { styledLines } from './styled_lines.js'
import { clean } from './text.js'
import { cellsOf, firstElement, shortText, textOf, type Element } from './tree.js'

/** A party of a docket report. */
export interface DocketParty {
  type: string
  name: string
  /** Lines below the name: what the party is, an address, when it was terminated. */
  extra_info: string
  date_terminated: string | null
  /** Absent where the report has no cell for them. */
  attorneys?: DocketAttorney[]
  /** In criminal cases. */
  criminal_data?: CriminalData
}

/**
 * The parties of a report.
 *
 * @param rows rows of the tables of parties, in order
 * @param headingOf the heading in a row of its own, null for other rows
 */
export function readParties(
  rows: Iterable<Element>,
  headingOf: (row: Element) => string | null
): DocketParty[] {
  const parties: DocketParty[] = []
  const addresses = new Map<string, string>()
  let type = 'Unknown'
  let section: CriminalSection | null = null
  for (const row of rows) {
    const heading = headingOf(row)
    if (heading !== null) {
      section = criminalSection(heading)
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
  const [left, , right] = cellsOf(row)
  if (!left) return null
  const lines = styledLines(left)
  const heading = lines.map((line) => clean(line.boldItalic)).find(Boolean)
  const at = lines.findIndex((line) => clean(line.bold) !== '')
  if (at === -1) return null
  const extra = lines
    .slice(at)
    // A link is a line of its own.
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

/** A party listed twice, all of it, is one. */
function distinct(parties: DocketParty[]): DocketParty[] {
  const seen = new Set<string>()
  return parties.filter((party) => {
    const key = JSON.stringify(party)
    return !seen.has(key) && seen.add(key)
  })
}

/** A heading in bold and underlined, alone in its row or with one for dispositions beside it. */
export function underlinedHeading(row: Element): string | null {
  const [first] = cellsOf(row)
  if (!first) return null
  const underlined = firstElement(first, 'u')
  const text = underlined ? shortText(underlined, 100) : ''
  return text && text === shortText(first, 100) ? text : null
}

/** A heading in bold above a line of dashes. */
export function dashedHeading(row: Element): string | null {
  const cells = cellsOf(row)
  if (cells.length !== 1) return null
  const text = clean(textOf(cells[0]))
  const found = /^(.{1,80}?) ?-{5,}$/.exec(text)
  return found && found[1]
}
