import { clean, plainText } from './text.js'
import { unwrapped, type Line } from './notice_lines.js'

const LABEL =
  /^(?:Case (?:Name|Number)|Document(?: Number|\(s\))|Filer|Judge|Creditor Name|Docket Text|WARNING)\b.{0,3}:/i
/** The label of an entry's text. */
export const TEXT_LABEL = /^Docket Text:/i
/** What precedes "Notice" in the heading of a list: the case, and a rule. */
const BEFORE_NOTICE = '(?:MDL No\\. \\d{1,5} |[^ ]{1,40} )?(?:Please see Local Rule [^ ]{1,12} )?'
/** The heading of a list of recipients, or of persons who get no notice. */
const LIST_HEADING = new RegExp(
  `^(?:${BEFORE_NOTICE}Notice (?:has|will|sent|was)\\b[^@:]{0,120}\\b(?:to|for) ?:{1,2}|Case participants listed below\\b[^@]{0,120}:)$`,
  'i'
)
const DOCUMENTS_HEADING = /^The following document\(s\)/i

/**
 * Whether a list begins at a line: of recipients, of persons without notice, or of documents. The
 * heading may be wrapped.
 */
export const isListHeading = (lines: Line[], at: number): boolean => {
  const text = headingAt(lines, at)
  return LIST_HEADING.test(text) || DOCUMENTS_HEADING.test(text)
}

/** A line, joined with the next one if the line may be a wrapped heading. */
export function headingAt(lines: Line[], at: number): string {
  const text = clean(lines[at].text)
  const next = lines[at + 1]
  return next?.isContinuation &&
    /^(?:.{0,60} )?(?:Notice|Case participants) /i.test(text) &&
    !text.endsWith(':')
    ? `${text} ${clean(next.text)}`
    : text
}

/** The line that a court adds to a notice that it sends again. */
const REGENERATED = /\s?This is a re-?generated (?:NEF|NDA|notice)\b.{0,80}$/i

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
    number: caseNumber(number.text),
    caseLinks: number.links,
    document: document.text,
    documentLinks: [...document.links, ...lines.flatMap(linksBelowText)],
    description: docketText(lines),
  }
}

/**
 * The number of a case as printed, without the court that the multidistrict panel prints before
 * it (`NYE/1:31-cv-00021`), and without what follows it.
 */
function caseNumber(printed: string): string {
  const text = printed.replace(/^(?:Case )?Nos?\. /i, '').replace(/^[A-Z]{2,4}\//, '')
  return /^MDL (?:No\. )?\d{1,5}\b/i.exec(text)?.[0] ?? text.split(/[\s,;]/)[0] ?? ''
}

/** The value next to a label or on the next line, with the links up to the next label. */
function valueOf(lines: Line[], label: RegExp): { text: string; links: string[] } {
  const at = lines.findIndex(({ text }) => label.test(clean(text)))
  if (at === -1) return { text: '', links: [] }
  const next = lines.findIndex(({ text }, index) => index > at && LABEL.test(clean(text)))
  const own = lines.slice(at, next === -1 ? at + 4 : next)
  const texts = own.map(({ text }, index) => clean(index === 0 ? text.replace(label, '') : text))
  const first = texts.findIndex(Boolean)
  const isEnd = (text: string) => text === '' || /^(?:Copy the URL|https?:)/i.test(text)
  const text = first === -1 ? '' : unwrapped(own, first, isEnd).replace(label, '')
  return { text: withoutLinks(text), links: own.flatMap(({ links }) => links) }
}

const withoutLinks = (text: string) => clean(text.replace(/\bhttps?:\/\/[^\s]{1,2000}/g, ''))

/**
 * Whether a line links to a document after the text, as in notices of the new appellate system:
 * `Document: Brief`.
 */
const isDocumentBelow = ({ text, links }: Line) =>
  links.length > 0 && /^Document:/i.test(clean(text))

const linksBelowText = (line: Line) => (isDocumentBelow(line) ? line.links : [])

function docketText(lines: Line[]): string {
  const at = lines.findIndex(({ text }) => TEXT_LABEL.test(clean(text)))
  if (at === -1) return ''
  const below = lines.slice(at)
  const end = below.findIndex(
    (line, index) => index > 0 && (isDocumentBelow(line) || isListHeading(below, index))
  )
  const own = (end === -1 ? below : below.slice(0, end)).map(({ text }) => clean(text))
  const joined = own.reduce((text, line) => text + (/^[,.;:)]/.test(line) ? '' : ' ') + line, '')
  return plainText(joined.trim().replace(TEXT_LABEL, '')).replace(REGENERATED, '').trim()
}
