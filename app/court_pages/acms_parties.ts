import { numericDate } from './dates.js'
import {
  cellsOf,
  childrenOf,
  elements,
  parseHtmlFragment,
  printedLines,
  tagOf,
  type Element,
} from './tree.js'

/** Counsel of a party in an appeal. */
export interface AcmsAttorney {
  name: string
  contact: string
  roles: string[]
}

/** A party to an appeal. */
export interface AcmsParty {
  name: string
  type: string
  date_terminated?: string
  attorneys: AcmsAttorney[]
  /** Lines between name and type: aliases, alien numbers. */
  unparsed?: string[]
}

/** The parties of the table that the new appellate system keeps as markup. */
export function parseAcmsParties(markup: string): AcmsParty[] {
  const parties = []
  for (const row of elements(parseHtmlFragment(markup), 'tr')) {
    const [party, counsel] = cellsOf(row)
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
  return childrenOf(cell)
    .filter((node) => tagOf(node) === 'div')
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
