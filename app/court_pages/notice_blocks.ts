import { clean, plainText } from './text.js'
import {
  attribute,
  getChildNodes,
  hasClass,
  isElement,
  parseHtml,
  rawText,
  getTagName,
  type Node,
} from './tree.js'

const LABEL =
  /^(?:Case (?:Name|Number)|Document(?: Number|\(s\))|Filer|Judge|Creditor Name|Docket Text|WARNING)\b.{0,3}:/i
/** The label of an entry's text. */
export const TEXT_LABEL = /^Docket Text:/i
const AFTER_TEXT =
  /^(?:.{0,80} )?Notice (?:has|will|sent)\b.{0,60}(?:mailed|delivered|sent|to):?|^The following document\(s\)/i

/** Maximum length of text shared by cases. */
const MAX_REPEATED = 200_000

/** The data of one case in a notice. */
export interface Block {
  name: string
  number: string
  caseLinks: string[]
  document: string
  documentLinks: string[]
  description: string
}

/** The cases of a notice; cases that share an entry share its text. */
export function parseNoticeBlocks(lines: Line[]): Block[] {
  const starts = lines.flatMap(({ text }, at) => (/^Case Name:/i.test(clean(text)) ? [at] : []))
  const blocks = starts.map((start, at) => readBlock(lines.slice(start, starts[at + 1])))
  // For cases that share an entry, the text follows the last case.
  let description = ''
  let repeated = 0
  for (const block of blocks.toReversed()) {
    if (block.description === '' && repeated < MAX_REPEATED) {
      block.description = description
      repeated += description.length
    }
    description = block.description
  }
  return blocks
}

function readBlock(lines: Line[]): Block {
  const name = valueOf(lines, /^Case Name:/i)
  const number = valueOf(lines, /^Case Number:/i)
  const document = valueOf(lines, /^Document(?: Number|\(s\)):/i)
  return {
    name: name.text,
    number: number.text.split(/\s/)[0] ?? '',
    caseLinks: number.links,
    document: document.text,
    documentLinks: document.links,
    description: docketText(lines),
  }
}

/** The value next to a label or on the next line, with the links up to the next label. */
function valueOf(lines: Line[], label: RegExp): { text: string; links: string[] } {
  const at = lines.findIndex(({ text }) => label.test(clean(text)))
  if (at === -1) return { text: '', links: [] }
  const next = lines.findIndex(({ text }, index) => index > at && LABEL.test(clean(text)))
  const own = lines.slice(at, next === -1 ? at + 4 : next)
  const texts = own.map(({ text }, index) => clean(index === 0 ? text.replace(label, '') : text))
  return { text: texts.find(Boolean) ?? '', links: own.flatMap(({ links }) => links) }
}

function docketText(lines: Line[]): string {
  const at = lines.findIndex(({ text }) => TEXT_LABEL.test(clean(text)))
  if (at === -1) return ''
  const below = lines.slice(at).map(({ text }) => clean(text))
  const end = below.findIndex((text) => AFTER_TEXT.test(text))
  const own = end === -1 ? below : below.slice(0, end)
  const joined = own.reduce((text, line) => text + (/^[,.;:)]/.test(line) ? '' : ' ') + line, '')
  return plainText(joined.trim().replace(TEXT_LABEL, ''))
}

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
    const name = getTagName(node)
    if (HIDDEN.has(name) || isAnchorTarget(node)) continue
    const line = lines[lines.length - 1]
    line.text += rawText(node) ?? ''
    if (name === 'a' && isElement(node)) line.links.push(attribute(node, 'href') ?? '')
    if (BLOCKS.has(name) || isPersonName(node))
      (lines.push({ text: '', links: [] }), stack.push('end'))
    const below = getChildNodes(node)
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
