import { clean } from './text.js'
import {
  attribute,
  getChildNodes,
  getTagName,
  getTextContent,
  hasClass,
  isElement,
  parseHtml,
  parseHtmlFragment,
  rawText,
  type Node,
} from './tree.js'

/** One printed line of a notice. */
export interface Line {
  /** Its text; no-break spaces are kept. */
  text: string
  /** Targets of its links. */
  links: string[]
  /**
   * Whether the line continues the previous line, as in plain text, where programs wrap long lines.
   * A line after an empty one doesn't.
   */
  isContinuation: boolean
}

const BLOCKS = new Set(
  'address blockquote body br center dd div dl dt h1 h2 h3 h4 h5 h6 hr li ol p pre table tbody td th tr ul'.split(
    ' '
  )
)
const HIDDEN = new Set(['script', 'style', 'title', 'head'])

/** The lines of a message's HTML body, without empty lines. */
export function linesOfHtml(source: string): Line[] {
  const lines: Line[] = [newLine()]
  const stack: (Node | 'end')[] = [parseHtml(source)]
  while (stack.length > 0) {
    const node = stack.pop()!
    if (node === 'end') {
      lines.push(newLine())
      continue
    }
    const name = getTagName(node)
    if (HIDDEN.has(name)) continue
    const line = lines[lines.length - 1]
    line.text += rawText(node) ?? ''
    if (name === 'a' && isElement(node)) line.links.push(directLink(attribute(node, 'href') ?? ''))
    if (BLOCKS.has(name) || isPersonName(node)) (lines.push(newLine()), stack.push('end'))
    const below = getChildNodes(node)
    for (let at = below.length - 1; at >= 0; at--) stack.push(below[at])
  }
  return lines
    .map((line) => ({ ...line, text: collapse(line.text) }))
    .filter(({ text, links }) => text !== '' || links.length > 0)
}

const newLine = (): Line => ({ text: '', links: [], isContinuation: false })

/** The URLs in plain text. */
export const LINK = /https?:\/\/[^\s<>"]{1,2000}/g
/** Marks that mail programs put before the lines of a forwarded message. */
const QUOTE_MARKS = /^(?:[ \t]{0,3}>){1,20}/
/** Markup that courts leave in plain text, and targets that mail programs add to links. */
const MARKUP =
  /<\/?(?:a|b|br|em|font|i|p|span|strong|su[bp]|u)(?: [^<>]{0,300})?\/?>|<(?:mailto:|https?:\/\/)[^<>]{0,2000}>/gi

/** The lines of a plain text message; URLs in them are its links. */
export function linesOfText(source: string): Line[] {
  const lines: Line[] = []
  let isAfterText = false
  for (const printed of source.split(/\r?\n/)) {
    const own = printed.replace(QUOTE_MARKS, '')
    const text = collapse(withoutMarkup(own))
    const links = (own.match(LINK) ?? []).map(directLink)
    const isEmpty = text === '' && links.length === 0
    if (!isEmpty) lines.push({ text, links, isContinuation: isAfterText })
    isAfterText = !isEmpty
  }
  return lines
}

/** Without markup, and with characters for references such as `&amp;`. */
function withoutMarkup(line: string): string {
  const text = line.replace(MARKUP, '').replaceAll('*', '')
  if (!text.includes('&')) return text
  return getTextContent(parseHtmlFragment(text.replaceAll('<', '&lt;')))
}

/** Services of mail programs that replace links, and the original link in theirs. */
const REPLACED: [RegExp, (found: RegExpExecArray) => string][] = [
  [
    /^https:\/\/[a-z0-9.-]{1,60}\.safelinks\.protection\.outlook\.com\/[^?]{0,20}\?url=([^&]{1,2000})/i,
    ([, url]) => decodeURIComponent(url),
  ],
  [
    /^https:\/\/urldefense\.proofpoint\.com\/v2\/url\?u=([^&]{1,2000})/i,
    ([, url]) => decodeURIComponent(url.replaceAll('-', '%').replaceAll('_', '/')),
  ],
  [/^https:\/\/urldefense\.com\/v3\/__(https?:[^\s]{1,2000}?)__;/i, ([, url]) => url],
]

/** The link that a service of a mail program has replaced; other links are unchanged. */
export function directLink(link: string): string {
  const trimmed = link.trim()
  for (const [form, original] of REPLACED) {
    const found = form.exec(trimmed)
    try {
      if (found) return original(found)
    } catch {
      return trimmed
    }
  }
  return trimmed
}

/** Bankruptcy notices print a name on a separate line, or seem to. */
const isPersonName = (node: Node) => isElement(node) && hasClass(node, 'personName')

/** Control characters, and characters without width. */
// eslint-disable-next-line no-control-regex
const INVISIBLE = /[\u0000-\u0008\u000B\u000E-\u001F\u00AD\u200B-\u200F\uFEFF]/g

/** A label with no-break spaces in it or a space before its colon. */
const SPACED_LABEL = /^\u00A0{0,5}[A-Z][A-Za-z()/\u00A0 ]{1,40}:/

/** Collapses spaces; no-break spaces are kept separate. */
const collapse = (text: string) =>
  text
    .replace(INVISIBLE, '')
    .replace(/[ \t\r\n\f]+/g, ' ')
    .trim()
    .replace(SPACED_LABEL, (label) => `${clean(label.slice(0, -1))}:`)

/**
 * A line and those that continue it, as one text.
 *
 * @param lines lines of a message
 * @param at index of the first one
 * @param isEnd whether another line begins instead
 */
export function unwrapped(lines: Line[], at: number, isEnd: (text: string) => boolean): string {
  let text = clean(lines[at]?.text ?? '')
  for (let next = at + 1; lines[next]?.isContinuation; next++) {
    const more = clean(lines[next].text)
    if (isEnd(more)) break
    text += ` ${more}`
  }
  return text
}
