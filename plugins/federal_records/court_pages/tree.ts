import { html, parse, parseFragment, serialize, type DefaultTreeAdapterTypes } from 'parse5'

export type Node = DefaultTreeAdapterTypes.Node
export type Element = DefaultTreeAdapterTypes.Element
type Parent = DefaultTreeAdapterTypes.ParentNode

/** The tree of a page, built as HTML5 says. */
export const parseHtml = (source: string): Parent => parse(source)
export const parseHtmlFragment = (source: string): Parent => parseFragment(source)
export const isElement = (node: Node): node is Element => 'tagName' in node
export const tagOf = (node: Node) => ('tagName' in node ? node.tagName : '')
export const childrenOf = (node: Node): Node[] => ('childNodes' in node ? node.childNodes : [])
export const parentOf = (node: Node) => ('parentNode' in node ? node.parentNode : null)
export const innerHtml = (node: Parent) => serialize(node)
export const rawText = (node: Node) =>
  node.nodeName === '#text' && 'value' in node ? node.value : undefined
export const commentOf = (node: Node) =>
  node.nodeName === '#comment' && 'data' in node ? node.data : undefined
export const attribute = (element: Element, name: string) =>
  element.attrs.find((one) => one.name === name)?.value

/** All nodes below one, in document order. */
export function* nodesBelow(root: Node): Generator<Node> {
  const stack = [...childrenOf(root)].reverse()
  while (stack.length > 0) {
    const node = stack.pop()!
    yield node
    const below = childrenOf(node)
    for (let at = below.length - 1; at >= 0; at--) stack.push(below[at])
  }
}

/** Elements below a node, of the names asked for. */
export function* elements(root: Node, ...names: string[]): Generator<Element> {
  for (const node of nodesBelow(root)) {
    if (isElement(node) && (names.length === 0 || names.includes(node.tagName))) yield node
  }
}
export function firstElement(root: Node, ...names: string[]): Element | undefined {
  for (const element of elements(root, ...names)) return element
}
export const hasClass = (element: Element, name: string) =>
  (attribute(element, 'class') ?? '').split(/\s+/).includes(name)

/** All text below a node, scripts and styles left out. */
export function textOf(root: Node): string {
  const own = rawText(root)
  if (own !== undefined) return own
  let text = ''
  const stack = [...childrenOf(root)].reverse()
  while (stack.length > 0) {
    const node = stack.pop()!
    if (node.nodeName === 'script' || node.nodeName === 'style') continue
    text += rawText(node) ?? ''
    const below = childrenOf(node)
    for (let at = below.length - 1; at >= 0; at--) stack.push(below[at])
  }
  return text
}
export { html }

/** Texts of the lines that `<br>` separates, white space collapsed, empty ones left out. */
export function lineTexts(root: Node): string[] {
  const lines = ['']
  for (const node of nodesBelow(root)) {
    if (tagOf(node) === 'br') lines.push('')
    else lines[lines.length - 1] += rawText(node) ?? ''
  }
  return lines.map((line) => line.replace(/[\s\u00A0]+/g, ' ').trim()).filter(Boolean)
}

/** All text below a node, a blank for each `<br>`. */
export function textWithBreaks(root: Node): string {
  let text = ''
  for (const node of nodesBelow(root)) text += tagOf(node) === 'br' ? ' ' : (rawText(node) ?? '')
  return text
}
