import { clean } from './text.js'
import { blockTexts, type Node } from './tree.js'

/** Text of a page that its record doesn't have. */
export interface UnreadFragment {
  text: string
  /** Where it is on the page: the nearest heading, label, or column. */
  place: string
}

/** How much of a page's visible text its record has. */
export interface Coverage {
  /** Characters of visible text. */
  visible: number
  /** Characters of visible text that the record has, or that no record needs. */
  read: number
  unread: UnreadFragment[]
}

/** Maximum number of fragments in a result. */
const MAX_FRAGMENTS = 100
/** Maximum number of characters of a fragment. */
const MAX_TEXT = 1_000
/** Maximum number of characters of a place. */
const MAX_PLACE = 100

/**
 * Compares the visible text of a page with its record.
 *
 * @param root the tree of the page
 * @param record the result of its parser
 */
export function measureCoverage(root: Node, record: unknown): Coverage {
  const known = clean(JSON.stringify(record)).toLowerCase()
  const coverage: Coverage = { visible: 0, read: 0, unread: [] }
  let place = ''
  for (const line of blockTexts(root)) {
    coverage.visible += line.length
    const value = line.slice(line.indexOf(':') + 1).trim()
    const isRead = /\d\/\d/.test(value) || known.includes(value.toLowerCase())
    if (isRead) coverage.read += line.length
    else if (coverage.unread.length < MAX_FRAGMENTS)
      coverage.unread.push({ text: line.slice(0, MAX_TEXT), place })
    place = line.slice(0, MAX_PLACE)
  }
  return coverage
}
