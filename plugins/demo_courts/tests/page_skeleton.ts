/** Structure of court pages: what parsers rely on, without texts. */
import {
  attribute,
  elements,
  getParentNode,
  getTextContent,
  isElement,
  parseHtml,
  type Element,
  type Node,
} from '#app/court_pages/tree'

/** Attributes that parsers look up, with tags that can have them. */
const LOOKED_UP: [tag: string, attribute: string][] = [
  ['form', 'name'],
  ['input', 'name'],
  ['input', 'id'],
  ['a', 'id'],
  ['div', 'id'],
]

/** Longest label; longer texts are content. */
const MAX_LABEL = 40

/**
 * The features of a page: its tags, classes, names of forms and fields, nesting of tables,
 * headings, labels, and section comments. Numbers become `N`.
 */
export function readSkeleton(source: string): Set<string> {
  const root = parseHtml(source)
  const features = new Set<string>()
  for (const tag of TAGS)
    for (const element of elements(root, tag)) {
      features.add(`<${tag}>`)
      for (const name of (attribute(element, 'class') ?? '').split(/\s+/).filter(Boolean))
        features.add(`<${tag} class=${name.toLowerCase()}>`)
      for (const [at, name] of LOOKED_UP) {
        const value = at === tag && attribute(element, name)
        if (value) features.add(`<${tag} ${name}=${withoutNumbers(value)}>`)
      }
      const label = LABELS.has(tag) ? labelOf(element) : ''
      if (label) features.add(`${tag}: ${label}`)
      if (tag === 'table') features.add(`table in ${containerOf(element)}`)
      if (tag === 'tr' && element.childNodes.every((node) => !isElement(node)))
        features.add('empty row')
    }
  for (const [, section] of source.matchAll(/<!-- ?=+ ?NEW SECTION - ([\w/ ]{1,60}?) =/g))
    features.add(`section: ${section}`)
  return features
}

/** Tags with a meaning for parsers. */
const TAGS = `a address b big center div font form h1 h2 h3 hr i iframe img input li p script span
  strong table td th tr u ul`
  .split(/\s+/)
  .filter(Boolean)

/** Tags whose texts are headings or labels. */
const LABELS = new Set(['b', 'h1', 'h2', 'h3', 'i', 'strong', 'th', 'u'])

const withoutNumbers = (text: string) => text.replace(/\d+/g, 'N')

/** The text of a heading or label; empty if it is content. Headings of several lines or fonts are content. */
function labelOf(element: Element): string {
  if ([...elements(element, 'br', 'font')].length > 0) return ''
  const text = getTextContent(element)
    .replace(/[\s\u00A0]+/g, ' ')
    .trim()
  const isLabel = text.length <= MAX_LABEL && /[a-z]{2}/i.test(text) && !/\d/.test(text)
  // Titles of the mobile site end with the court's ID.
  return isLabel ? text.replace(/:$| - [A-Z]{2,5}$/, '').toLowerCase() : ''
}

/** The nearest container of a table: a cell, a form, or the page. */
function containerOf(table: Element): string {
  let node: Node | null = getParentNode(table)
  while (node && isElement(node)) {
    if (['form', 'td', 'th'].includes(node.tagName)) return node.tagName
    node = getParentNode(node)
  }
  return 'page'
}

/** How many of several pages have each feature. */
export function countFeatures(pages: Set<string>[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const page of pages)
    for (const feature of page) counts.set(feature, (counts.get(feature) ?? 0) + 1)
  return counts
}
