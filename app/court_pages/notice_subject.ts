import { clean, straightened } from './text.js'

const CASE_NUMBER =
  /^(?:(?:[A-Z]{2,4}\/)?(?:\d{1,2}:|\d-)?\d{2}-(?:[a-z]{1,5}-)?\d{1,7}(?:-[A-Za-z0-9]{1,8}){0,3}\b|MDL (?:No\. )?\d{1,5}\b)/
const LEADING =
  /^(?:(?:FW|FWD|RE|NEF|EXTERNAL|Re-?send):|NEF(?: for)?(?= )|(?:Bankruptcy )?Case(?: No\.| Number)?:? (?=[A-Z]{0,4}[/-]?\d{1,2}[:-]\d)|(?:BK|AP)[ -](?=\d)|\[EXT(?:ERNAL)?\]|Activity in (?:[A-Z]{2,5} )?case\b|Multiple Cases\b|Ch-? ?\d{1,2}\b)/i
/** The chapter or `AP` (adversary proceeding) after the description. */
const TRAILING =
  / - (?:CH ?\d{0,2}|AP)\b(?: ?-)?.{0,3}$| C[Hh]$|(?<! (?:to|from|under))(?: -)? Ch-? ?(?:7|9|1[1235])$/

/** Maximum number of characters read from a subject and from a name, and of names. */
const MAX_SUBJECT = 1_000
const MAX_NAMES = 100

/**
 * The short description of an entry in the subject of its notice: the text without case
 * numbers, chapters, and the case name, which some courts truncate.
 *
 * @param subject the subject as printed
 * @param names names of the cases in the body
 * @param numbers docket numbers of the cases in the body
 */
export function shortDescription(subject: string, names: string[], numbers: string[]): string {
  const closing = CLOSING.exec(subject.slice(0, MAX_SUBJECT))
  if (closing) return closing[0]
  let rest = withoutLeading(clean(subject.slice(0, MAX_SUBJECT)))
  const cleaned = names.slice(0, MAX_NAMES).map((name) => clean(name.slice(0, MAX_SUBJECT)))
  // A truncated name is looked for only if no name is complete.
  for (const without of [withoutName, withoutStart, withoutCutEnd]) {
    const found = cleaned.map((name) => (name ? without(rest, name) : null))
    const first = found.find((text) => text !== null)
    if (first === undefined) continue
    rest = first
    break
  }
  rest = withoutLeading(trimMarks(rest)).replace(/^et al\.?,? (?=\S)/i, '')
  rest = withoutNumberAtEnd(trimMarks(rest.replace(TRAILING, '').replace(/ Re:$/, '')), numbers)
  return trimMarks(rest)
}

/** The description of notices about several adversary cases, which have other words around it. */
const CLOSING = /\bClose Adversary Case\b/i

/** The text without the number of a case at its end. */
function withoutNumberAtEnd(text: string, numbers: string[]): string {
  const end = text.replace(/[\s)\]]+$/, '')
  const number = numbers.slice(0, MAX_NAMES).find((one) => one !== '' && end.endsWith(one))
  return number === undefined ? text : end.slice(0, -number.length).replace(/[\s([]+$/, '')
}

function withoutLeading(text: string): string {
  let rest = text
  for (;;) {
    const found = LEADING.exec(rest) ?? CASE_NUMBER.exec(rest) ?? numberInBrackets(rest)
    if (!found) return rest
    rest = rest.slice(found[0].length).replace(/^[\s;,:]+/, '')
  }
}

/** `(31-10001-abc)` at the start of a text. */
function numberInBrackets(text: string): RegExpExecArray | null {
  const found = /^[([]([^()[\]]{1,40})[)\]]/.exec(text)
  return found && CASE_NUMBER.exec(found[1])?.[0] === found[1] ? found : null
}

const trimMarks = (text: string) => text.replace(/^[-–_/;,:" ]+/, '').replace(/[-–_/;," ]+$/, '')

/** The text without a case name; null if it doesn't contain the name. */
function withoutName(text: string, name: string): string | null {
  const at = text.indexOf(name)
  return at === -1 ? null : joined(text.slice(0, at), text.slice(at + name.length))
}

/** Minimum length of a truncated name of one word; courts keep 18 characters. */
const MIN_CUT = 12

/** The text starts with the first characters of the name, which some courts truncate. */
function withoutStart(text: string, name: string): string | null {
  const opened = trimMarks(text)
  const most = Math.min(name.length, opened.length)
  let length = 0
  while (length < most && opened[length] === name[length]) length++
  // Only whole words of the text belong to the name.
  while (length > 0 && length < opened.length && opened[length] !== ' ') length--
  const start = opened.slice(0, length).trim()
  return start.includes(' ') || start.length >= MIN_CUT ? opened.slice(length) : null
}

/** The text ends with the name, truncated at any letter. */
function withoutCutEnd(text: string, name: string): string | null {
  for (let length = Math.min(name.length, text.length); length >= 3; length--) {
    const start = text.length - length
    if (text[start - 1] !== ' ' || !text.endsWith(name.slice(0, length))) continue
    // A short part of a name may be a word of the description, unless it is separated.
    if (length >= MIN_CUT || /[-–;,:] $/.test(text.slice(0, start))) return text.slice(0, start)
  }
  return null
}

/** A chapter before the name belongs to it. */
const joined = (before: string, after: string) =>
  clean(`${before.replace(/Chapter \d{1,2} $/, '')} ${after}`)

/**
 * The longer of the quoted words of an appellate subject and a document's description.
 *
 * @param names names of the cases in the body, which can contain quotes
 */
export function longerDescription(subject: string, description: string, names: string[]): string {
  const whole = straightened(clean(subject.slice(0, MAX_SUBJECT)))
  const name = names.slice(0, MAX_NAMES).find((one) => one !== '' && whole.includes(one)) ?? ''
  const text = whole.slice(whole.indexOf(name) + name.length)
  const from = text.indexOf('"')
  const to = text.lastIndexOf('"')
  const quoted = from === -1 ? '' : text.slice(from + 1, to)
  const printed = clean(description.replaceAll('_', ' '))
  const described = /^Main Document\.?$/i.test(printed) ? '' : printed
  return described.length > quoted.length ? described : quoted
}

/** The parts of a subject of the new appellate system after the case. */
interface NewSystemSubject {
  /** The entry's number, without leading zeros, or null. */
  number: string | null
  description: string
}

/** The docket number in a subject, and the separator after it. */
const NUMBER_IN_SUBJECT = /\b\d{2}-\d{1,6} - /

/**
 * Reads `Quill v. Blot 31-1677 - 030 - Notice of Appearance`: an entry without a number has the
 * ID of the filing at the end, as in `Quill v. Blot 31-1677 - Brief Submitted - 490849`.
 *
 * @param subject the subject as printed
 * @param numbers docket numbers of the cases in the body
 */
export function readNewSystemSubject(subject: string, numbers: string[]): NewSystemSubject {
  const text = clean(subject.slice(0, MAX_SUBJECT))
  const place = numbers
    .slice(0, MAX_NAMES)
    .map((number) => `${number} - `)
    .find((number) => text.includes(number))
  const found = place ?? NUMBER_IN_SUBJECT.exec(text)?.[0]
  if (!found) return { number: null, description: '' }
  const rest = text.slice(text.indexOf(found) + found.length)
  const [, number, description] = /^0{0,5}(\d{1,5})(?:\.\d{1,4})?(?: - (.*))?$/.exec(rest) ?? []
  if (number) return { number, description: description ?? '' }
  return { number: null, description: rest.replace(/(?:^| - )\d{5,9}$/, '') }
}
