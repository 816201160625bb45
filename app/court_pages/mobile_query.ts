import { clean } from './text.js'
import { attribute, elements, hasClass, parseHtml, textOf } from './tree.js'

/** The number of entries of a case, which the mobile site shows for free. */
export interface MobileQuery {
  court_id: string
  /** Unnumbered entries included; null when the page prints none. */
  entry_count: number | null
  /** What the page cost, empty when nothing. */
  cost: string
}

/** Whether a page is a case on the mobile site. */
export const isMobileQuery = (source: string): boolean =>
  /<title>\s{0,20}Mobile Query/i.test(source) && /\bentriesLink\b/.test(source)

/**
 * A case on the mobile site of a court.
 *
 * @param source the page
 * @param court the court's ID in the system
 * @returns its values, or null if the page is another kind
 */
export function parseMobileQuery(source: string, court: string): MobileQuery | null {
  if (!isMobileQuery(source)) return null
  const root = parseHtml(source)
  const link = [...elements(root, 'a')].find((one) => attribute(one, 'id') === 'entriesLink')
  const count = link && [...elements(link, 'span')].find((one) => hasClass(one, 'ui-li-count'))
  const digits = clean(count ? textOf(count) : '').replaceAll(',', '')
  const titles = [...elements(root, 'div')].filter((one) => hasClass(one, 'ui-title'))
  const cost = titles.map((title) => /Cost: ?\$?([\d.]{1,12})/.exec(clean(textOf(title)))?.[1])
  return {
    court_id: court,
    entry_count: /^\d{1,9}$/.test(digits) ? Number(digits) : null,
    cost: cost.find(Boolean) ?? '',
  }
}
