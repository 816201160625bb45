import { clean } from '#app/court_pages/text'
import {
  getParentNode,
  getRowCells,
  getTagName,
  getTableRows,
  shortText,
  type Element,
  type Node,
} from '#app/court_pages/tree'

/** Maximum number of characters of a place. */
const MAX_PLACE = 100
/** Maximum number of nodes searched for a heading. */
const MAX_STEPS = 400

/**
 * Names the place of a text: the nearest heading, the column, and the label in the row.
 *
 * @param node the text
 */
export function placeOfNode(node: Node): string {
  const cell = ancestor(node, 'td', 'th')
  const row = cell && ancestor(cell, 'tr')
  const table = row && ancestor(row, 'table')
  const parts: string[] = []
  if (cell && row && table) {
    const cells = getRowCells(row)
    const at = cells.indexOf(cell)
    const [head] = getTableRows(table)
    if (head && head !== row) parts.push(shortText(getRowCells(head)[at] ?? head, 40))
    if (at > 0) parts.push(shortText(cells[0], 40))
  }
  parts.unshift(headingBefore(node))
  return clean(parts.filter(Boolean).join(' › ')).slice(0, MAX_PLACE)
}

const HEADINGS = new Set('h1 h2 h3 h4 h5 h6 b strong u legend caption'.split(' '))

function headingBefore(node: Node): string {
  let steps = 0
  let at: Node | null = node
  while (at && steps < MAX_STEPS) {
    const parent: Node | null = getParentNode(at)
    if (!parent || !('childNodes' in parent)) return ''
    const siblings = parent.childNodes
    for (
      let place = siblings.indexOf(at as never) - 1;
      place >= 0 && steps < MAX_STEPS;
      place--, steps++
    ) {
      const found = headingIn(siblings[place])
      if (found) return found
    }
    at = parent
    steps++
  }
  return ''
}

/** The last heading in a node. */
function headingIn(node: Node): string {
  let found = ''
  const stack: Node[] = [node]
  for (let steps = 0; stack.length > 0 && steps < 50; steps++) {
    const one = stack.pop()!
    if (HEADINGS.has(getTagName(one))) {
      found = shortText(one, 60)
      if (found) return found
    }
    if ('childNodes' in one) for (const child of one.childNodes) stack.push(child)
  }
  return found
}

function ancestor(node: Node, ...names: string[]): Element | null {
  let at = getParentNode(node)
  for (let steps = 0; at && steps < MAX_STEPS; steps++) {
    if (names.includes(getTagName(at))) return at as Element
    at = getParentNode(at)
  }
  return null
}
