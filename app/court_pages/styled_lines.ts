import { childrenOf, isElement, rawText, type Node } from './tree.js'

/** A line of a cell, its text parted by how it is printed; white space is as on the page. */
export interface StyledLine {
  bold: string
  italic: string
  /** Bold within italics or the other way round: headings of parties in bankruptcy courts. */
  boldItalic: string
  plain: string
  /** Text of links, which is in none of the others. */
  link: string
  /** Whether something bold begins on the line, be it without text. */
  beginsBold: boolean
}

type Style = Exclude<keyof StyledLine, 'beginsBold'>

const emptyLine = (): StyledLine => ({
  bold: '',
  italic: '',
  boldItalic: '',
  plain: '',
  link: '',
  beginsBold: false,
})

const STYLES: Record<string, (outer: Style) => Style> = {
  b: (outer) => (outer === 'italic' || outer === 'boldItalic' ? 'boldItalic' : 'bold'),
  i: (outer) => (outer === 'bold' || outer === 'boldItalic' ? 'boldItalic' : 'italic'),
  a: () => 'link',
}
STYLES.strong = STYLES.b
STYLES.em = STYLES.i

/**
 * The lines of a cell that `<br>` separates.
 *
 * @param cell the cell, or any other element
 */
export function styledLines(cell: Node): StyledLine[] {
  const lines = [emptyLine()]
  const stack: [node: Node, style: Style][] = [[cell, 'plain']]
  while (stack.length > 0) {
    const [node, style] = stack.pop()!
    const text = rawText(node)
    if (text !== undefined) lines.at(-1)![style] += text
    if (!isElement(node) || node.tagName === 'script' || node.tagName === 'style') continue
    if (node.tagName === 'br') lines.push(emptyLine())
    const inner = STYLES[node.tagName]?.(style) ?? style
    if (inner === 'bold' && style !== 'bold') lines.at(-1)!.beginsBold = true
    const below = childrenOf(node)
    for (let at = below.length - 1; at >= 0; at--) stack.push([below[at], inner])
  }
  return lines
}
