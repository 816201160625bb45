import { isElement, type Element, type Node } from '#app/court_pages/tree'
import { TextStream } from './text_stream.js'

/** Text of a page as a reader sees it, in blocks. */
export interface VisibleText {
  text: TextStream
  /** Where a block is on the page; blocks are numbered as in `text`. */
  placeOf(block: number): string
  /** The first block after the table, list, or element around a block. */
  endOfSection(block: number): number
}

const BLOCKS = new Set(
  (
    'address article aside blockquote body br caption center dd details div dl dt fieldset footer form h1 h2 h3 h4 h5 h6 ' +
    'header hr legend li main nav ol p pre section summary table tbody td tfoot th thead tr ul'
  ).split(' ')
)
/** Elements that aren't shown, and the choices and buttons of forms. */
const HIDDEN = new Set(
  'button datalist head noscript option script select style template textarea title'.split(' ')
)

/** The comment before a section of an appellate docket. */
const SECTION = /NEW SECTION - ([^=]{1,60})/

/** A table of a page, by the blocks in it. */
interface Section {
  end: number
}

/**
 * The visible text of a tree, in one walk.
 *
 * @param root the tree of a page
 * @param describe names a place; called for unread text only
 * @param hidden IDs and classes of elements, and names of sections, without text that a record
 *   needs, such as menus of a website
 */
export function readVisibleText(
  root: Node,
  describe: (node: Node) => string,
  hidden: ReadonlySet<string>
): VisibleText {
  const texts: string[] = []
  const nodes: Node[] = []
  const sections: (Section | null)[] = []
  const open: (Section | null)[] = [null]
  let line = ''
  let first: Node | null = null
  const flush = () => {
    if (first) {
      texts.push(line)
      nodes.push(first)
      sections.push(open[open.length - 1])
    }
    line = ''
    first = null
  }
  let isSkipped = false
  const lists: Node[][] = []
  const places: number[] = []
  const ends: (Node | null)[] = []
  const enter = (node: Node, end: Node | null) => {
    if (!('childNodes' in node)) return
    lists.push(node.childNodes)
    places.push(0)
    ends.push(end)
  }
  enter(root, null)
  while (lists.length > 0) {
    const depth = lists.length - 1
    const list = lists[depth]
    if (places[depth] === list.length) {
      const end = ends[depth]
      lists.pop()
      places.pop()
      ends.pop()
      if (!end) continue
      flush()
      if (end.nodeName === 'table') open.pop()!.end = nodes.length
      continue
    }
    const node = list[places[depth]++]
    if (node.nodeName === '#comment' && 'data' in node) {
      const section = SECTION.exec(node.data)?.[1].trim().toLowerCase()
      if (section !== undefined) isSkipped = hidden.has(section)
      continue
    }
    if (node.nodeName === '#text' && 'value' in node) {
      if (isSkipped) continue
      if (first) line += node.value
      else if (hasText(node.value)) {
        line = node.value
        first = node
      }
      continue
    }
    if (!isElement(node) || HIDDEN.has(node.tagName)) continue
    if (hidden.size > 0 && isHidden(node, hidden)) continue
    const isBlock = BLOCKS.has(node.tagName)
    if (isBlock) flush()
    if (node.tagName === 'table') open.push({ end: 0 })
    enter(node, isBlock ? node : null)
  }
  flush()
  return {
    text: new TextStream(texts),
    placeOf: (block) => describe(nodes[block]),
    endOfSection: (block) => sections[block]?.end ?? nodes.length,
  }
}

function isHidden({ attrs }: Element, hidden: ReadonlySet<string>): boolean {
  for (const { name, value } of attrs) {
    if (name === 'id' && hidden.has(value)) return true
    if (name === 'class' && hidden.has(value.split(' ', 1)[0])) return true
    if (name === 'style' && value.includes('display:none')) return true
  }
  return false
}

function hasText(text: string): boolean {
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code > 0x20 && code !== 0xa0) return true
  }
  return false
}
