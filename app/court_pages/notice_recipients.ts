import type { Line } from './notice_lines.js'
import { clean } from './text.js'

/** A recipient of a notice. */
export interface Recipient {
  name: string
  email_addresses: string[]
}

const HEADING =
  /Notice (?:has been|will be) (?:electronically mailed|delivered by other means) to:$/i
const OTHER_HEADING = /^(?:.{0,60} )?(?:Notice|The following document|.{0,40}Local Rule)\b/i

/** The recipients listed in a notice; of a bankruptcy notice only their addresses, in one list. */
export function recipientsOf(lines: Line[]): Recipient[] {
  const texts = lines.map(({ text }) => clean(text))
  return texts.flatMap((text, at) => (HEADING.test(text) ? listBelow(lines, texts, at + 1) : []))
}

function listBelow(lines: Line[], texts: string[], first: number): Recipient[] {
  let end = first
  while (end < lines.length && !OTHER_HEADING.test(texts[end])) end++
  const listed = lines.slice(first, end).map(({ text }) => recipientOf(text))
  const found = listed.filter((one) => one !== null)
  const unnamed = found.filter((one) => one.name === '').flatMap((one) => one.email_addresses)
  return [
    ...found.filter((one) => one.name !== ''),
    ...(unnamed.length > 0 ? [{ name: '', email_addresses: unnamed }] : []),
  ]
}

/** A name and addresses, or addresses alone. */
function recipientOf(line: string): Recipient | null {
  const words = line.split(/[\s\u00A0]+/).filter(Boolean)
  const first = words.findIndex((word) => word.includes('@'))
  if (first === -1) return null
  return {
    name: words.slice(0, first).join(' '),
    email_addresses: words
      .slice(first)
      .map((word) => word.replace(/[,;]$/, ''))
      .filter((word) => word.includes('@')),
  }
}
