import type { Line } from './notice_lines.js'
import { clean, plainText } from './text.js'

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
export function blocksOf(lines: Line[]): Block[] {
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
