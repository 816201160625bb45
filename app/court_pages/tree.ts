import {
  parse,
  parseFragment,
  serialize,
  type DefaultTreeAdapterTypes,
  defaultTreeAdapter,
  type DefaultTreeAdapterMap,
  type TreeAdapter,
} from 'parse5'
import { oncePerPage } from './page_scope.js'
import { clean } from './text.js'
import { CourtPageError } from './page_error.js'

/** Maximum nesting depth: elements of court pages are nested some dozen deep, and parsing cost grows with depth. */
const MAX_DEPTH = 1_000
/** Characters of a page per element: a fifth of the value in the densest court pages. */
const CHARACTERS_PER_ELEMENT = 4
/** Minimum number of elements allowed, for short pages. */
const FEW = 10_000

/**
 * Creates the nodes of one page's tree. HTML5 reopens unclosed formatting elements in each
 * paragraph, so the number of elements could be quadratic in the page's length.
 *
 * @param length the length of the page in characters
 * @returns an adapter that throws CourtPageError when elements are too many or nested too deep
 */
function boundedTree(length: number): TreeAdapter<DefaultTreeAdapterMap> {
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

const tooDeep = () => new CourtPageError(`Elements are nested over ${MAX_DEPTH} deep.`)

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
  return oncePerPage(parseHtml, source, () =>
    checked(parse(source, { treeAdapter: boundedTree(source.length) }), true)
  )
}

/** {@link parseHtml} with the names of elements as printed, for parsers that return markup. */
export const parsePrintedHtml = (source: string): Parent =>
  checked(parse(source, { treeAdapter: boundedTree(source.length) }), false)

/** The tree of a part of a page; see {@link parseHtml}. */
export const parseHtmlFragment = (source: string): Parent =>
  checked(parseFragment(source, { treeAdapter: boundedTree(source.length) }), true)

function checked(root: Parent, isUnified: boolean): Parent {
  let level: Node[] = [root]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MAX_DEPTH) throw tooDeep()
    const below: Node[] = []
    for (const node of level) {
      for (const child of getChildNodes(node)) {
        if (isUnified && 'tagName' in child) unify(child)
        below.push(child)
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
  const stack = [...getChildNodes(root)].reverse()
  while (stack.length > 0) {
    const node = stack.pop()!
    yield node
    const below = getChildNodes(node)
    for (let at = below.length - 1; at >= 0; at--) stack.push(below[at])
  }
}

/** Descendant elements with the given names. */
export function* elements(root: Node, ...names: string[]): Generator<Element> {
  for (const node of nodesBelow(root)) {
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
  for (const element of elements(root, ...names)) return element
}

/** Whether an element has a class. */
export const hasClass = (element: Element, name: string) =>
  (attribute(element, 'class') ?? '').split(/\s+/).includes(name)

/** All text below a node, without scripts and styles. */
export function getTextContent(root: Node): string {
  const own = rawText(root)
  if (own !== undefined) return own
  let text = ''
  const stack = [...getChildNodes(root)].reverse()
  while (stack.length > 0) {
    const node = stack.pop()!
    if (node.nodeName === 'script' || node.nodeName === 'style') continue
    text += rawText(node) ?? ''
    const below = getChildNodes(node)
    for (let at = below.length - 1; at >= 0; at--) stack.push(below[at])
  }
  return text
}

/** The start of a node's text: reading stops at a maximum length or number of nodes. */
export function shortText(root: Node, length = 200): string {
  let text = ''
  let nodes = 0
  for (const node of nodesBelow(root)) {
    text += rawText(node) ?? ''
    if (text.length > length || ++nodes > length) break
  }
  return clean(text.slice(0, length))
}

/** Texts of lines separated by `<br>`, with white space collapsed and without empty lines. */
export function lineTexts(root: Node): string[] {
  const lines = ['']
  for (const node of nodesBelow(root)) {
    if (getTagName(node) === 'br') lines.push('')
    else lines[lines.length - 1] += rawText(node) ?? ''
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
  for (const node of nodesBelow(root))
    text += getTagName(node) === 'br' ? ' ' : (rawText(node) ?? '')
  return text
}

/** The cells of a row. */
export const getRowCells = (row: Element): Element[] =>
  getChildNodes(row).filter((node): node is Element => ['td', 'th'].includes(getTagName(node)))

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
