import { serialize, type DefaultTreeAdapterTypes } from 'parse5'
import { oncePerPage } from './page_scope.js'
import { MAX_DEPTH, parseDocument, parseFragment, tooDeep } from './page_parser.js'
import { clean } from './text.js'

/** A node of a page's tree. */
export type Node = DefaultTreeAdapterTypes.Node
/** An element of a page's tree. */
export type Element = DefaultTreeAdapterTypes.Element
type Parent = DefaultTreeAdapterTypes.ParentNode

/**
 * Parses a page as HTML5 defines: unclosed rows and cells are closed, text outside of
 * cells is moved out of tables. Elements that are shown alike have the same name (`strong` is `b`).
 *
 * @throws CourtPageError for too many elements for its length, or too deep nesting
 */
export function parseHtml(source: string): Parent {
  return oncePerPage(parseHtml, source, () => checked(parseDocument(source), true))
}

/** {@link parseHtml} with the names of elements as printed, for parsers that return markup. */
export const parsePrintedHtml = (source: string): Parent =>
  oncePerPage(parsePrintedHtml, source, () => checked(parseDocument(source), false))

/** The tree of a part of a page; see {@link parseHtml}. */
export const parseHtmlFragment = (source: string): Parent => checked(parseFragment(source), true)

/** The text of markup without scripts and styles. */
export const textOfMarkup = (source: string): string =>
  MARKUP.test(source) ? getTextContent(parseHtmlFragment(source)) : source

/** Characters with a meaning in HTML, or replaced in it. */
const MARKUP = /[<&\r\0]/

function checked(root: Parent, isUnified: boolean): Parent {
  let level: Parent[] = [root]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MAX_DEPTH) throw tooDeep()
    const below: Parent[] = []
    for (const node of level) {
      for (const child of node.childNodes) {
        if (child.nodeName === '#text' || !('tagName' in child)) continue
        if (isUnified) unify(child)
        if (child.childNodes.length > 0) below.push(child)
      }
    }
    level = below
  }
  return root
}

/** Names of elements that are shown alike; pages use either. */
const ALIKE: Record<string, string> = { strong: 'b', em: 'i' }
const BOLD = /font-weight\s{0,5}:\s{0,5}(?:bold|[6-9]00)/i
const ITALIC = /font-style\s{0,5}:\s{0,5}italic/i
const UNDERLINED = /text-decoration\s{0,5}:\s{0,5}underline/i

/** Gives elements that are shown alike the same name, so that parsers find either. */
function unify(element: Element): void {
  const name = element.tagName
  let other: string | undefined
  if (name === 'strong' || name === 'em') other = ALIKE[name]
  else if (name === 'span' || name === 'div') {
    if (element.attrs.length === 0) return
    const style = attribute(element, 'style') ?? ''
    if (name === 'div') {
      const align = attribute(element, 'align') ?? style
      if (/^center$|text-align\s{0,5}:\s{0,5}center/i.test(align)) other = 'center'
    } else if (BOLD.test(style)) other = 'b'
    else if (ITALIC.test(style)) other = 'i'
    else if (UNDERLINED.test(style)) other = 'u'
  }
  if (other) element.tagName = element.nodeName = other
}

/** Elements that change only how their content looks. */
const WRAPPERS = new Set('font span div small big nobr center p'.split(' '))
/** Maximum number of wrappers around the content of a cell. */
const MAX_WRAPPERS = 8

/** The element whose children are the content of a cell: the innermost wrapper around all of it. */
export function unwrapped(cell: Element): Element {
  let content = cell
  for (let level = 0; level < MAX_WRAPPERS; level++) {
    const shown = getChildNodes(content).filter(
      (node) => node.nodeName !== '#comment' && (rawText(node) ?? 'x').trim() !== ''
    )
    const [only] = shown
    if (shown.length !== 1 || !isElement(only) || !WRAPPERS.has(only.tagName)) break
    content = only
  }
  return content
}

/** Whether a node is an element. */
export const isElement = (node: Node): node is Element => 'tagName' in node
/** The name of an element in lowercase; empty for other nodes. */
export const getTagName = (node: Node) => ('tagName' in node ? node.tagName : '')
/** The child nodes. */
export const getChildNodes = (node: Node): Node[] => ('childNodes' in node ? node.childNodes : [])
/** The parent node, or null. */
export const getParentNode = (node: Node) => ('parentNode' in node ? node.parentNode : null)
/** The inner markup of a node. */
export const innerHtml = (node: Parent) => serialize(node)
/** The text of a text node; otherwise undefined. */
export const rawText = (node: Node) =>
  node.nodeName === '#text' && 'value' in node ? node.value : undefined
/** The text of a comment; otherwise undefined. */
export const getCommentText = (node: Node) =>
  node.nodeName === '#comment' && 'data' in node ? node.data : undefined
/** The value of an attribute; otherwise undefined. */
export const attribute = (element: Element, name: string) =>
  element.attrs.find((one) => one.name === name)?.value

/** All descendants, in document order. */
export function* nodesBelow(root: Node): Generator<Node> {
  const stack: Node[] = []
  for (let node = nextNode(root, stack); node; node = nextNode(node, stack)) yield node
}

/**
 * The node after a node in document order; null at the end of the root.
 *
 * @param node the root at first, then the last result
 * @param stack the nodes that follow; empty at first
 */
function nextNode(node: Node, stack: Node[]): Node | null {
  if ('childNodes' in node) {
    const { childNodes } = node
    for (let at = childNodes.length - 1; at >= 0; at--) stack.push(childNodes[at])
  }
  return stack.pop() ?? null
}

/** Descendant elements with the given names. */
export function* elements(root: Node, ...names: string[]): Generator<Element> {
  const stack: Node[] = []
  for (let node = nextNode(root, stack); node; node = nextNode(node, stack)) {
    if (isElement(node) && (names.length === 0 || names.includes(node.tagName))) yield node
  }
}

/**
 * Selected elements of a name without nested matches, so that the text read from all of them
 * never exceeds the page.
 */
export function* outermost(
  root: Node,
  name: string,
  takes: (element: Element) => boolean
): Generator<Element> {
  const stack = [...getChildNodes(root)].reverse()
  while (stack.length > 0) {
    const node = stack.pop()!
    if (isElement(node) && node.tagName === name && takes(node)) {
      yield node
      continue
    }
    const below = getChildNodes(node)
    for (let at = below.length - 1; at >= 0; at--) stack.push(below[at])
  }
}

/** The first descendant element with one of the given names. */
export function firstElement(root: Node, ...names: string[]): Element | undefined {
  const stack: Node[] = []
  for (let node = nextNode(root, stack); node; node = nextNode(node, stack))
    if (isElement(node) && (names.length === 0 || names.includes(node.tagName))) return node
}

/** Whether an element has a class. */
export const hasClass = (element: Element, name: string) =>
  (attribute(element, 'class') ?? '').split(/\s+/).includes(name)

/** All text below a node, without scripts and styles. */
export function getTextContent(root: Node): string {
  const own = rawText(root)
  if (own !== undefined) return own
  let text = ''
  const stack: Node[] = []
  for (let node = nextNode(root, stack); node;) {
    if (node.nodeName === '#text' && 'value' in node) text += node.value
    const isHidden: boolean = node.nodeName === 'script' || node.nodeName === 'style'
    node = isHidden ? (stack.pop() ?? null) : nextNode(node, stack)
  }
  return text
}

/** The start of a node's text: reading stops at a maximum length or number of nodes. */
export function shortText(root: Node, length = 200): string {
  let text = ''
  let nodes = 0
  const stack: Node[] = []
  for (let node = nextNode(root, stack); node; node = nextNode(node, stack)) {
    text += rawText(node) ?? ''
    if (text.length > length || ++nodes > length) break
  }
  return clean(text.slice(0, length))
}

/** Texts of lines separated by `<br>`, with white space collapsed and without empty lines. */
export function lineTexts(root: Node): string[] {
  const lines = ['']
  const stack: Node[] = []
  for (let node = nextNode(root, stack); node; node = nextNode(node, stack)) {
    if (node.nodeName === 'br') lines.push('')
    else if (node.nodeName === '#text') lines[lines.length - 1] += rawText(node) ?? ''
  }
  return lines.map((line) => clean(line)).filter(Boolean)
}

const BLOCKS = new Set('br p div table tr td th li hr'.split(' '))

/** Like {@link lineTexts}; paragraphs and nested tables start separate lines. */
export function blockTexts(root: Node): string[] {
  const lines = ['']
  const stack: (Node | 'end')[] = [...getChildNodes(root)].reverse()
  while (stack.length > 0) {
    const node = stack.pop()!
    if (node === 'end') {
      lines.push('')
      continue
    }
    const isBlock = BLOCKS.has(getTagName(node))
    if (isBlock) lines.push('')
    else lines[lines.length - 1] += rawText(node) ?? ''
    const below = getChildNodes(node)
    if (isBlock && below.length > 0) stack.push('end')
    for (let at = below.length - 1; at >= 0; at--) stack.push(below[at])
  }
  return lines.map((line) => clean(line)).filter(Boolean)
}

/** All text below a node, with a space for each `<br>`. */
export function textWithBreaks(root: Node): string {
  let text = ''
  const stack: Node[] = []
  for (let node = nextNode(root, stack); node; node = nextNode(node, stack))
    text += node.nodeName === 'br' ? ' ' : (rawText(node) ?? '')
  return text
}

/** A character of a word. */
const WORD = /[\p{L}\p{N}]/u

/** All text below a node, with a space where only a break or another cell separates two words. */
export function textWithWords(root: Node): string {
  let text = ''
  let last = ''
  let isBreak = false
  const stack: (Node | 'end')[] = [...getChildNodes(root)].reverse()
  while (stack.length > 0) {
    const node = stack.pop()!
    const name = node === 'end' ? 'br' : node.nodeName
    if (name === '#text' && node !== 'end' && 'value' in node && node.value !== '') {
      if (isBreak && WORD.test(last) && WORD.test(node.value[0])) text += ' '
      text += node.value
      last = node.value.at(-1)!
      isBreak = false
    }
    isBreak ||= BLOCKS.has(name)
    if (node === 'end' || name === 'script' || name === 'style') continue
    const below = getChildNodes(node)
    if (isBreak && below.length > 0 && BLOCKS.has(name)) stack.push('end')
    for (let at = below.length - 1; at >= 0; at--) stack.push(below[at])
  }
  return text
}

/** The cells of a row. */
export const getRowCells = (row: Element): Element[] =>
  row.childNodes.filter((node): node is Element => node.nodeName === 'td' || node.nodeName === 'th')

/** The rows of a table, without those of nested tables. */
export const getTableRows = (table: Element): Element[] =>
  getChildNodes(table)
    .flatMap((node) =>
      ['tbody', 'thead', 'tfoot'].includes(getTagName(node)) ? getChildNodes(node) : node
    )
    .filter((node): node is Element => getTagName(node) === 'tr')

/** Texts of a cell's lines separated by `<br>`, as printed. */
export function printedLines(cell: Element): string[] {
  const lines = ['']
  for (const node of getChildNodes(unwrapped(cell))) {
    if (getTagName(node) === 'br') lines.push('')
    else lines[lines.length - 1] += getTextContent(node)
  }
  return lines
}

/** The element with an ID, if present. */
export function elementById(root: Node, id: string): Element | undefined {
  for (const element of elements(root)) if (attribute(element, 'id') === id) return element
}
