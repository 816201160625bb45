import { clean } from './text.js'
import {
  commentOf,
  isElement,
  nodesBelow,
  parentOf,
  rawText,
  tagOf,
  textOf,
  type Element,
  type Node,
} from './tree.js'

/**
 * Elements by the comment `NEW SECTION - …` in front of them, in the page's order.
 *
 * @param root the tree of the page, with its comments
 */
export function sectionsOf(root: Node): Map<string, Element[]> {
  const sections = new Map<string, Element[]>()
  let current: Element[] | undefined
  for (const node of nodesBelow(root)) {
    const name = /NEW SECTION - ([^=]{1,60})/.exec(commentOf(node) ?? '')?.[1].trim()
    if (name) sections.set(name, (current = []))
    else if (current && isElement(node)) current.push(node)
  }
  return sections
}

/** Values that follow bold labels, up to the next label or line; by label without its colon. */
export function boldValues(elements: Element[]): Map<string, string> {
  const values = new Map<string, string>()
  for (const element of elements) {
    if (tagOf(element) !== 'b') continue
    const label = clean(textOf(element)).replace(/ ?:$/, '')
    if (label && !values.has(label)) values.set(label, textAfter(element))
  }
  return values
}

function textAfter(element: Element): string {
  const siblings = parentOf(element)?.childNodes ?? []
  let text = ''
  for (let at = siblings.indexOf(element) + 1; at > 0 && at < siblings.length; at++) {
    const node = siblings[at]
    if (tagOf(node) === 'br' || tagOf(node) === 'b') break
    text += rawText(node) ?? textOf(node)
  }
  return clean(text)
}
