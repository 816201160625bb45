import {
  attribute,
  childrenOf,
  hasClass,
  isElement,
  parseHtml,
  rawText,
  tagOf,
  type Node,
} from './tree.js'

/** One printed line of a notice. */
export interface Line {
  /** Its text; no-break spaces are kept. */
  text: string
  /** Targets of its links. */
  links: string[]
}

const BLOCKS = new Set(
  'address blockquote body br center dd div dl dt h1 h2 h3 h4 h5 h6 hr li ol p pre table tbody td th tr ul'.split(
    ' '
  )
)
const HIDDEN = new Set(['script', 'style', 'title', 'head'])

/** The lines of a message's HTML body, without empty lines. */
export function linesOfHtml(source: string): Line[] {
  const lines: Line[] = [{ text: '', links: [] }]
  const stack: (Node | 'end')[] = [parseHtml(source)]
  while (stack.length > 0) {
    const node = stack.pop()!
    if (node === 'end') {
      lines.push({ text: '', links: [] })
      continue
    }
    const name = tagOf(node)
    if (HIDDEN.has(name) || isAnchorTarget(node)) continue
    const line = lines[lines.length - 1]
    line.text += rawText(node) ?? ''
    if (name === 'a' && isElement(node)) line.links.push(attribute(node, 'href') ?? '')
    if (BLOCKS.has(name) || isPersonName(node))
      (lines.push({ text: '', links: [] }), stack.push('end'))
    const below = childrenOf(node)
    for (let at = below.length - 1; at >= 0; at--) stack.push(below[at])
  }
  return lines
    .map(({ text, links }) => ({ text: collapse(text), links }))
    .filter(({ text, links }) => text !== '' || links.length > 0)
}

/** The lines of a plain text message; URLs in them are its links. */
export function linesOfText(source: string): Line[] {
  return source
    .split(/\r?\n/)
    .map((line) => ({
      text: collapse(line),
      links: line.match(/https?:\/\/[^\s<>"]{1,2000}/g) ?? [],
    }))
    .filter(({ text }) => text !== '')
}

/** Bankruptcy notices print a name on a separate line, or seem to. */
const isPersonName = (node: Node) => isElement(node) && hasClass(node, 'personName')

/** Collapses spaces; no-break spaces are kept separate. */
const collapse = (text: string) => text.replace(/[ \t\r\n\f]+/g, ' ').trim()

/** The target of a link within the notice repeats a name; it isn't additional text. */
const isAnchorTarget = (node: Node) =>
  isElement(node) &&
  node.tagName === 'a' &&
  attribute(node, 'name') !== undefined &&
  attribute(node, 'href') === undefined
