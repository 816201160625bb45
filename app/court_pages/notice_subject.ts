import { clean } from './text.js'

const CASE_NUMBER = /^(?:\d{1,2}:|\d-)?\d{2}-(?:[a-z]{1,5}-)?\d{1,7}(?:-[A-Za-z0-9]{1,8}){0,3}\b/
const LEADING =
  /^(?:(?:FW|FWD|RE|NEF):|Activity in (?:[A-Z]{2,5} )?case\b|Multiple Cases\b|Ch-? ?\d{1,2}\b)/i

/** Maximum number of characters read from a subject and from a name, and of names. */
const MAX_SUBJECT = 1_000
const MAX_NAMES = 100

/**
 * The short description of an entry in the subject of its notice: the text without case
 * numbers, chapters, and the case name, which some courts truncate.
 *
 * @param subject the subject as printed
 * @param names names of the cases in the body
 */
export function shortDescription(subject: string, names: string[]): string {
  let rest = withoutLeading(clean(subject.slice(0, MAX_SUBJECT)))
  for (const name of names.slice(0, MAX_NAMES)) {
    const without = withoutName(rest, clean(name.slice(0, MAX_SUBJECT)))
    if (without === null) continue
    rest = without
    break
  }
  rest = withoutLeading(trimMarks(rest))
  return trimMarks(rest.replace(/ - (?:CH|AP)\b(?: ?-)?.{0,3}$/, '').replace(/ Re:$/, ''))
}

function withoutLeading(text: string): string {
  let rest = text
  for (;;) {
    const found = LEADING.exec(rest) ?? CASE_NUMBER.exec(rest)
    if (!found) return rest
    rest = rest.slice(found[0].length).trimStart()
  }
}

const trimMarks = (text: string) => text.replace(/^[-–_/;,:" ]+/, '').replace(/[-–_/;," ]+$/, '')

/** The text without a case name; null if it doesn't contain the name. */
function withoutName(text: string, name: string): string | null {
  if (name === '') return null
  const at = text.indexOf(name)
  if (at !== -1) return joined(text.slice(0, at), text.slice(at + name.length))
  return withoutStart(text, name) ?? withoutCutEnd(text, name)
}

/** The text starts with the first words of the name. */
function withoutStart(text: string, name: string): string | null {
  const opened = trimMarks(text)
  const words = name.split(' ')
  for (let count = words.length - 1; count >= 2; count--) {
    const start = words.slice(0, count).join(' ')
    if (opened.startsWith(`${start} `)) return opened.slice(start.length)
  }
  return null
}

/** The text ends with the name, truncated at any letter. */
function withoutCutEnd(text: string, name: string): string | null {
  for (let length = Math.min(name.length, text.length); length >= 4; length--) {
    const start = text.length - length
    if (text[start - 1] === ' ' && text.endsWith(name.slice(0, length))) return text.slice(0, start)
  }
  return null
}

/** A chapter before the name belongs to it. */
const joined = (before: string, after: string) =>
  clean(`${before.replace(/Chapter \d{1,2} $/, '')} ${after}`)

/** The longer of the quoted words of an appellate subject and a document's description. */
export function longerDescription(subject: string, description: string): string {
  const text = clean(subject)
  const from = text.indexOf('"')
  const to = text.lastIndexOf('"')
  const quoted = from === -1 ? '' : text.slice(from + 1, to)
  return description.length > quoted.length ? description : quoted
}
