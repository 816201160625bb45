import { parseAddress } from './supreme_court_address.js'
import { partyType, type SupremeCourtAttorney } from './supreme_court_docket.js'
import { clean } from './text.js'
import {
  cellsOf,
  elements,
  firstElement,
  hasClass,
  lineTexts,
  textOf,
  type Element,
  type Node,
} from './tree.js'

/** Counsel and the party they act for. */
export interface Counsel {
  type: string
  party: string
  attorney: SupremeCourtAttorney
}

/** Counsel with their parties, in the section of attorneys. */
export function counselOf(section: Element | undefined): Counsel[] {
  if (!section) return []
  return firstElement(section, 'td') ? counselInTable(section) : counselInCards(section)
}

/** Pages of 2017: a table, one row of counsel and one of the party each. */
function counselInTable(table: Element): Counsel[] {
  const found: Counsel[] = []
  const waiting: Counsel['attorney'][] = []
  let type = 'Other'
  for (const row of elements(table, 'tr')) {
    const cells = cellsOf(row)
    const text = clean(cells.length > 0 ? textOf(cells[0]) : '')
    if (cells.length === 1 && text.startsWith('Party name:')) {
      const party = text.slice('Party name:'.length).trim()
      found.push(...waiting.splice(0).map((attorney) => ({ type, party, attorney })))
    } else if (cells.length === 1) type = partyType(text)
    else if (cells.length === 3 && !/^name$/i.test(text)) {
      const [names, address, phone] = cells
      waiting.push(attorneyOf(lineTexts(names), lineTexts(address), clean(textOf(phone)), Infinity))
    }
  }
  return found
}

/** Later pages: a card per side, names and addresses as blocks in turn. */
function counselInCards(section: Element): Counsel[] {
  const found: Counsel[] = []
  let type = 'Other'
  let names: string[] = []
  for (const block of elements(section, 'div')) {
    if (hasClass(block, 'card-heading')) type = partyType(clean(textOf(block)))
    else if (hasClass(block, 'ContactName')) names = lineTexts(block)
    else if (hasClass(block, 'ContactData2')) {
      const part = (name: string) => [...elements(block, 'span')].find((one) => hasClass(one, name))
      const value = (name: string) => clean(textOf(part(name) ?? ({ nodeName: '#none' } as Node)))
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
