import { defaultTreeAdapter, type DefaultTreeAdapterMap, type TreeAdapter } from 'parse5'
import { CourtPageError } from './page_error.js'

/** Elements of a court's page are nested some dozen deep; parsers cost as much as they are deep. */
export const MAX_DEPTH = 1_000
/** Characters of a page per element, which is a fifth of what the densest pages of courts have. */
const CHARACTERS_PER_ELEMENT = 4
/** Elements that a short page may have. */
const FEW = 10_000

/**
 * What makes the nodes of one page's tree. HTML5 opens formatting elements that were left open
 * again in each paragraph, so that the elements of a page could be the square of its length.
 *
 * @param length the characters of the page
 * @returns an adapter that throws CourtPageError when elements are too many or nested too deep
 */
export function boundedTree(length: number): TreeAdapter<DefaultTreeAdapterMap> {
  const most = FEW + length / CHARACTERS_PER_ELEMENT
  let made = 0
  let depth = 0
  return {
    ...defaultTreeAdapter,
    createElement(tagName, namespaceURI, attributes) {
      if (++made > most) throw new CourtPageError(`More elements than ${most} were opened.`)
      return defaultTreeAdapter.createElement(tagName, namespaceURI, attributes)
    },
    onItemPush() {
      if (++depth > MAX_DEPTH) throw tooDeep()
    },
    onItemPop() {
      depth--
    },
  }
}

export const tooDeep = () => new CourtPageError(`Elements are nested over ${MAX_DEPTH} deep.`)
