import { harmonize } from './case_names.js'
import { numericDate } from './dates.js'
import { clean } from './text.js'
import { parseAppellateEntries, type AppellateEntry } from './appellate_entries.js'
import { parseOrigin, type AppellateOrigin } from './appellate_origin.js'
import { parseAppellateParties, type AppellateParty } from './appellate_parties.js'
import { boldValues, sectionsOf } from './page_sections.js'
import { cellsOf, firstElement, parseHtml, textOf, type Element } from './tree.js'

/** A docket of a court of appeals, of the classic system. */
export interface AppellateDocket {
  court_id: string
  docket_number: string
  /** The short title, which the court may have cut. */
  case_name: string
  /** Initials of the judges. */
  panel: string[]
  nature_of_suit: string
  appeal_from: string
  fee_status: string
  date_filed: string | null
  date_terminated: string | null
  case_type_information: string
  originating_court_information: AppellateOrigin
  parties: AppellateParty[]
  docket_entries: AppellateEntry[]
}

/** Whether a page is a docket of the classic appellate system. */
export const isAppellateDocket = (source: string): boolean =>
  /NEW SECTION - Case Stub/.test(source) && /Docket #:/.test(source)

/**
 * A docket of a court of appeals, of the classic system. A filtered report has only some of the
 * sections.
 *
 * @param source the page, with its comments
 * @param court the court's ID in the system
 * @returns the docket, or null when the page is none
 */
export function parseAppellateDocket(source: string, court: string): AppellateDocket | null {
  if (!isAppellateDocket(source)) return null
  const sections = sectionsOf(parseHtml(source))
  const section = (name: string) => sections.get(name) ?? []
  const stub = boldValues(section('Case Stub'))
  const number = [...stub].find(([label]) => label.endsWith('Docket #'))?.[1]
  if (!number) return null
  const printed = (label: string) => {
    const value = stub.get(label) ?? ''
    return value === 'null' ? '' : value
  }
  return {
    court_id: court,
    docket_number: number.split(' ')[0],
    case_name: harmonize(titleOf(section('Case Stub'))) || 'Unknown Case Title',
    panel: panelOf(section('Panel Assignment')),
    nature_of_suit: printed('Nature of Suit'),
    appeal_from: printed('Appeal From'),
    fee_status: printed('Fee Status'),
    date_filed: numericDate(printed('Docketed')),
    date_terminated: numericDate(printed('Termed')),
    case_type_information: caseTypesOf(section('Case Type')),
    originating_court_information: parseOrigin(
      section('Orig Court'),
      section('Prior and/or Assoc Cases')
    ),
    parties: parseAppellateParties(section('Party/Aty List')),
    docket_entries: parseAppellateEntries(section('DOCKET ENTRIES')),
  }
}

/** The one row of the stub that has no label. */
function titleOf(stub: Element[]): string {
  for (const row of stub.filter((one) => one.tagName === 'tr')) {
    const [cell] = cellsOf(row)
    if (!cell || firstElement(cell, 'b', 'table')) continue
    const text = clean(textOf(cell))
    if (text) return text
  }
  return ''
}

/** Values of the numbered lines; a line without a value says null or a hyphen. */
function caseTypesOf(section: Element[]): string {
  const values = [...boldValues(section)].filter(([label]) => /^\d\)$/.test(label))
  const types = values.map(([, value]) => value)
  return types.filter((type) => !['', 'null', 'None', '-'].includes(type)).join(', ')
}

/** The initials in `Panel: ABC DEF GHI Date of decision: …`. */
function panelOf(section: Element[]): string[] {
  const text = clean(section.length > 0 ? textOf(section[0]) : '')
  const start = text.indexOf('Panel:')
  if (start === -1) return []
  const after = text.slice(start + 'Panel:'.length).split(/\bDate\b|:/)[0]
  return after.split(/[ ,;]+/).filter((word) => /^[A-Z][A-Z0-9'-]{0,5}$/.test(word))
}
