import { headingAt, isListHeading } from './notice_blocks.js'
import type { Line } from './notice_lines.js'
import { clean } from './text.js'

/** A recipient of a notice. */
export interface Recipient {
  /** Empty if the notice lists the email addresses without names. */
  name: string
  email_addresses: string[]
}

/** The heading of a list of recipients; other lists name persons who get no notice by email. */
const RECIPIENTS =
  /\bNotice (?:has been|will be) (?:electronically mailed|delivered by other means) to ?:{1,2}$/i

/**
 * The recipients listed in a notice: those with names in order, then one with the email addresses
 * that have no name. Bankruptcy notices in HTML list only email addresses.
 */
export function parseRecipients(lines: Line[]): Recipient[] {
  const found = lines.flatMap(({ text }, at) => {
    const heading = headingAt(lines, at)
    if (!RECIPIENTS.test(heading)) return []
    return listBelow(lines, heading === clean(text) ? at + 1 : at + 2)
  })
  const unnamed = found.filter((one) => one.name === '').flatMap((one) => one.email_addresses)
  return [
    ...found.filter((one) => one.name !== ''),
    ...(unnamed.length > 0 ? [{ name: '', email_addresses: unnamed }] : []),
  ]
}

function listBelow(lines: Line[], first: number): Recipient[] {
  const found: Recipient[] = []
  let name = ''
  for (let at = first; at < lines.length && !isListHeading(lines, at); at++) {
    const { text, isContinuation } = lines[at]
    const recipient = recipientOf(text)
    if (!isContinuation) name = ''
    if (!recipient) name = nameOf(text)
    else if (recipient.name !== '' || !isContinuation) found.push(recipient)
    else if (name !== '') found.push({ ...recipient, name })
    // The email addresses of the recipient before, on another line.
    else if (found.length > 0) found.at(-1)!.email_addresses.push(...recipient.email_addresses)
    else found.push(recipient)
    if (recipient) name = ''
  }
  return found
}

const SEPARATORS = /[\s,;<>()]+/

/** A name and email addresses, or email addresses only; null for a line without any. */
function recipientOf(line: string): Recipient | null {
  let start = line.indexOf('@')
  if (start === -1) return null
  while (start > 0 && !SEPARATORS.test(line[start - 1])) start--
  const addresses = line
    .slice(start)
    .split(SEPARATORS)
    .filter((word) => word.includes('@'))
  return { name: nameOf(line.slice(0, start)), email_addresses: addresses }
}

/** `Ada Quill , Jr` without the comma, which separates a part of the name. */
const nameOf = (printed: string) =>
  clean(printed)
    .replace(/[ ;,<(]{1,20}$/, '')
    .replaceAll(' ,', '')
