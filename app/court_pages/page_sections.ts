import { clean } from './text.js'
import {
  getCommentText,
  isElement,
  nodesBelow,
  getParentNode,
  rawText,
  shortText,
  getTagName,
  type Element,
  type Node,
} from './tree.js'

/**
 * Elements by the preceding comment `NEW SECTION - …`, in page order.
 *
 * @param root the tree of the page, including comments
 */
export function groupPageSections(root: Node): Map<string, Element[]> {
  const sections = new Map<string, Element[]>()
  let current: Element[] | undefined
  for (const node of nodesBelow(root)) {
    const name = /NEW SECTION - ([^=]{1,60})/.exec(getCommentText(node) ?? '')?.[1].trim()
    if (name) sections.set(name, (current = []))
    else if (current && isElement(node)) current.push(node)
  }
  return sections
}

/** Maximum number of characters read from a value. */
const MAX_VALUE = 10_000

/** Values that follow bold labels, up to the next label or line; by label in lowercase, without its colon. */
export function boldValues(elements: Element[]): Map<string, string> {
  const values = new Map<string, string>()
  const next = nextSibling()
  for (const element of elements) {
    if (getTagName(element) !== 'b') continue
    const label = shortText(element).replace(/ ?:$/, '').toLowerCase()
    if (label && !values.has(label)) values.set(label, textAfter(element, next))
  }
  return values
}

function textAfter(element: Element, next: (node: Node) => Node | undefined): string {
  let text = ''
  for (let node = following(element, next); node; node = following(node, next)) {
    if (getTagName(node) === 'br' || getTagName(node) === 'b' || text.length > MAX_VALUE) break
    text += rawText(node) ?? shortText(node, MAX_VALUE)
  }
  return clean(text.slice(0, MAX_VALUE))
}

/** Elements that can contain a label without its value. */
const INLINE = new Set('font span i u em small big nobr strong'.split(' '))
/** Maximum number of inline elements around a label. */
const MAX_INLINE = 5

/** The next sibling, or that of the inline elements around a node. */
function following(node: Node, next: (node: Node) => Node | undefined): Node | undefined {
  let inner = node
  for (let level = 0; level <= MAX_INLINE; level++) {
    const sibling = next(inner)
    const parent = getParentNode(inner)
    if (sibling || !parent || !INLINE.has(getTagName(parent))) return sibling
    inner = parent
  }
  return undefined
}

/** Finds siblings with one pass over the children of each parent. */
function nextSibling(): (node: Node) => Node | undefined {
  const places = new Map<Node, number>()
  const known = new Set<Node>()
  return (node) => {
    const parent = getParentNode(node)
    if (!parent) return undefined
    if (!known.has(parent)) {
      known.add(parent)
      for (const [at, child] of parent.childNodes.entries()) places.set(child, at)
    }
    return parent.childNodes[places.get(node)! + 1]
  }
}
