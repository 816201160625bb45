import { numericDate } from './dates.js'
import { clean } from './text.js'
import { cellsOf, firstElement, printedLines, type Element } from './tree.js'

/** Counsel of a party to an appeal. */
export interface AppellateAttorney {
  name: string
  /** Lines without the role. */
  contact: string
  roles: string[]
}

/** A party to an appeal; its type keeps the no-break spaces of the page. */
export interface AppellateParty {
  name: string
  type: string
  date_terminated?: string
  attorneys: AppellateAttorney[]
}

/** Addresses longer than this are not repeated. */
const MAX_REPEATED = 1_000

/** The parties of an appellate docket; `(see above)` stands for an earlier address. */
export function parseAppellateParties(section: Element[]): AppellateParty[] {
  const parties: AppellateParty[] = []
  const contacts = new Map<string, string>()
  for (const row of section.filter(({ tagName }) => tagName === 'tr')) {
    const [left, right] = cellsOf(row)
    if (!left || !right || firstElement(left, 'table')) continue
    const [name = '', ...lines] = linesOf(left).filter(Boolean)
    const terminated = lines.find((line) => clean(line).startsWith('Terminated:'))
    const date = terminated && numericDate(clean(terminated).slice('Terminated:'.length))
    const types = lines.filter((line) => line !== terminated)
    parties.push({
      name: clean(name),
      type: (types.at(-1) ?? '').replace(/,$/, ''),
      ...(date && { date_terminated: date }),
      attorneys: attorneysOf(right, contacts),
    })
  }
  return parties
}

function attorneysOf(cell: Element, contacts: Map<string, string>): AppellateAttorney[] {
  const blocks: string[][] = [[]]
  for (const line of linesOf(cell)) {
    if (line) blocks[blocks.length - 1].push(clean(line))
    else if (blocks[blocks.length - 1].length > 0) blocks.push([])
  }
  return blocks
    .filter((lines) => lines.length > 0)
    .map(([name, ...lines]) => {
      const roles = lines.filter(isRole).map((line) => line.slice(1, -1))
      const own = lines.filter((line) => !isRole(line))
      const above = own.some((line) => /^\(see above\)$/i.test(line))
      const contact = above ? (contacts.get(name) ?? '') : own.join('\n')
      if (!above && contact.length <= MAX_REPEATED) contacts.set(name, contact)
      return { name, contact, roles }
    })
}

const isRole = (line: string) => line.startsWith('[') && line.endsWith(']')

/** Lines trimmed of all blanks; an empty one ends a block. */
const linesOf = (cell: Element) => printedLines(cell).map((line) => line.trim())
