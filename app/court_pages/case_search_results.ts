import { harmonize } from './case_names.js'
import { numericDate } from './dates.js'
import { docketNumberParts, type DocketNumberParts } from './docket_numbers.js'
import { clean } from './text.js'
import { attribute, cellsOf, elements, firstElement, parseHtml, textOf } from './tree.js'

/** A case in the search results of a court. */
export interface FoundCase extends DocketNumberParts {
  case_name: string
  pacer_case_id: string
  /** The chapter, or the lead case of an adversary proceeding. */
  chapter: string
  date_filed: string | null
  date_closed: string | null
}

/** Whether a page is the list of cases found by a search. */
export const isCaseSearchResults = (source: string): boolean =>
  /Select a Case\b/i.test(source) && /\biquery\.pl\?/i.test(source)

/**
 * The cases found by a search at a court.
 *
 * @param source the page
 * @returns its rows, or null if the page is another kind
 */
export function parseCaseSearchResults(source: string): FoundCase[] | null {
  if (!isCaseSearchResults(source)) return null
  const found: FoundCase[] = []
  let columns: string[] = []
  for (const row of elements(parseHtml(source), 'tr')) {
    const cells = cellsOf(row)
    const texts = cells.map((cell) => clean(textOf(cell)))
    if (texts[0] === 'Case No.') columns = texts
    const link = cells[0] && firstElement(cells[0], 'a')
    const id =
      link && /\biquery\.pl\?[\w-]{1,80}-(\d{1,12})$/i.exec(attribute(link, 'href') ?? '')?.[1]
    if (!id) continue
    const value = (column: RegExp) => texts[columns.findIndex((one) => column.test(one))] ?? ''
    found.push({
      ...docketNumberParts(texts[0]),
      case_name: harmonize(value(/^Case Title$/i)),
      pacer_case_id: id,
      chapter: value(/^Chapter/i),
      date_filed: numericDate(value(/^Date Filed$/i)),
      date_closed: numericDate(value(/^Date Closed$/i)),
    })
  }
  return found
}
