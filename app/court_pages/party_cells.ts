/** The cells of a table of parties: lines by style, and attorneys. */
import { clean } from './text.js'
import { getChildNodes, isElement, rawText, type Element, type Node } from './tree.js'

/** An attorney of a party on a docket report. */
export interface DocketAttorney {
  name: string
  /** Lines of the postal address, each with a line break at its end. */
  contact: string
  roles: string[]
}

/** A reference to the postal address printed last. */
const SEE_ABOVE = /^\(?see above(?: for address)?\)?\.?$/i
const NO_ROLE = /^(?:Bar Status|Designation)\b/i

/**
 * The attorneys in the third cell of a party's row: a name in bold, lines of the address, and
 * roles in italics.
 *
 * @param cell the cell
 * @param addresses postal addresses printed earlier in the report, by name; this cell's are added
 */
export function readAttorneys(cell: Element, addresses: Map<string, string>): DocketAttorney[] {
  const attorneys: DocketAttorney[] = []
  const lines = styledLines(cell)
  // Without bold text, the first line is the name.
  const isPlain = lines.every((line) => !line.beginsBold)
  for (const [at, line] of lines.entries()) {
    const isLast = at === lines.length - 1 && line.plain === ''
    if (line.beginsBold && (clean(line.bold) || !isLast))
      attorneys.push({ name: clean(line.bold), contact: '', roles: [] })
    const attorney = attorneys.at(-1)
    if (!attorney) {
      const name = isPlain ? clean(line.plain) : ''
      if (name) attorneys.push({ name, contact: '', roles: [] })
      continue
    }
    const role = clean(line.italic + line.boldItalic)
    if (role && !NO_ROLE.test(role)) attorney.roles.push(role)
    // Some courts print an email address as a link.
    const plain = clean(`${line.plain} ${line.link}`)
    if (plain) attorney.contact += `${plain}\n`
  }
  for (const attorney of attorneys) completeAddress(attorney, addresses)
  return attorneys
}

/** Maximum length of a repeated postal address; a result must not outgrow its page. */
const MAX_REPEATED = 600

/** "See above" refers to the address printed last: an attorney can have several. */
function completeAddress(attorney: DocketAttorney, addresses: Map<string, string>): void {
  const { name, contact } = attorney
  const lines = contact.split('\n')
  const own = lines.filter((line) => !SEE_ABOVE.test(line))
  if (own.length === lines.length) addresses.set(name, contact.slice(0, MAX_REPEATED))
  else attorney.contact = addresses.get(name) ?? own.join('\n')
}

/** A line of a cell, with its text split by style; white space is kept. */
export interface StyledLine {
  bold: string
  italic: string
  /** Bold within italics or vice versa: party headings in bankruptcy courts. */
  boldItalic: string
  plain: string
  /** Text of links, which isn't in the other parts. */
  link: string
  /** Whether bold markup starts on the line, even without text. */
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

/** Adds a text to a line. White space after bold text can be between two words of a name. */
function addText(line: StyledLine, style: Style, text: string): void {
  line[style] += text
  if (style === 'plain' && text.trim() === '' && /\S$/.test(line.bold)) line.bold += ' '
}

/**
 * The lines of a cell separated by `<br>`.
 *
 * @param cell the cell, or any other element
 */
export function styledLines(cell: Node): StyledLine[] {
  const lines = [emptyLine()]
  const stack: [node: Node, style: Style][] = [[cell, 'plain']]
  while (stack.length > 0) {
    const [node, style] = stack.pop()!
    const text = rawText(node)
    if (text !== undefined) addText(lines.at(-1)!, style, text)
    if (!isElement(node) || node.tagName === 'script' || node.tagName === 'style') continue
    if (node.tagName === 'br') lines.push(emptyLine())
    const inner = STYLES[node.tagName]?.(style) ?? style
    if (inner === 'bold' && style !== 'bold') lines.at(-1)!.beginsBold = true
    const below = getChildNodes(node)
    for (let at = below.length - 1; at >= 0; at--) stack.push([below[at], inner])
  }
  return lines
}
