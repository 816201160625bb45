import { styledLines } from './styled_lines.js'
import { clean } from './text.js'
import type { Element } from './tree.js'

/** An attorney of a party on a docket report. */
export interface DocketAttorney {
  name: string
  /** Lines of the address, each with a line break at its end. */
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
 * @param addresses addresses by name that the report gave above; those of this cell are added
 */
export function readAttorneys(cell: Element, addresses: Map<string, string>): DocketAttorney[] {
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

/** Characters of an address that later mentions repeat; a result must not outgrow its page. */
const MAX_REPEATED = 600

/** Later mentions of an attorney refer to the address printed first. */
function completeAddress(attorney: DocketAttorney, addresses: Map<string, string>): void {
  const { name, contact } = attorney
  if (SEE_ABOVE.test(contact.trim())) attorney.contact = addresses.get(name) ?? ''
  else if (!addresses.has(name)) addresses.set(name, contact.slice(0, MAX_REPEATED))
}
