/**
 * Ends of sentences in legal English. A period after an abbreviation, an initial, or a reporter
 * doesn't end a sentence.
 */

/** Abbreviations that aren't recognized by their form. */
const ABBREVIATIONS = new Set(
  `Supp Corp Dist Assn Bros Sess Cong Cent Prof Educ Mass Wash Colo Conn Minn Miss Mont Tenn Okla Sept Bankr Crim
  Proc Cert Rptr Misc Dept Inst Servs Indus Transp Constr Comm Commr Hosp Props Const Amend Stat Reorg Super Appx
  Unempl Univ Auth Elec Natl Intl Govt Ariz Calif Unpub Cong Engg Envtl Fund Guar Hous Indem Labs Mach Mgmt Prods
  Sav Secs Sch Tech Tele Unif Util Pharm Petr Particip cf al seq vs id cert reh aff rev nom pet mem banc`.split(
    /\s+/
  )
)
/** Abbreviations that never end a sentence, because a name or a number follows. */
const NEVER_LAST = new Set('v vs No Nos mr mrs ms dr hon cf'.split(' '))
/** Short words with a capital letter that aren't abbreviations. */
const SHORT_WORDS = new Set('Act Law Tax Bar War Aid'.split(' '))
/** Words that start a sentence even after an abbreviation. */
const FIRST_WORDS = new Set(
  `The This That These Those It Its In We He She They But However Because If When Under There Here Our Accordingly
  Thus Therefore Moreover Although While Since After Before Such`.split(/\s+/)
)
/** Longer words aren't abbreviations. */
const MAX_ABBREVIATION = 40
/** Capitalized words of up to this length are abbreviations. */
const MAX_UNLISTED = 3
/** Digits of a footnote's number. */
const MAX_NOTE = 3
const FIRST_WORD = /["“‘([]*([A-Z][a-z]*)(?![\w.’'])/y

const PERIOD = 46
const CLOSING = '"”’)]'
const OPENING = '"“‘(['
const SPACE = /\s/

/**
 * Every end of a sentence: a period, question mark, or exclamation mark, and then a capital letter,
 * or a number before one.
 *
 * @param take receives the end's offset, and that of the next sentence
 */
export function eachSentenceEnd(text: string, take: (end: number, next: number) => void): void {
  const { length } = text
  for (let at = 0; at < length; at++) {
    const unit = text.charCodeAt(at)
    // A period, an exclamation mark, or a question mark.
    if (unit !== PERIOD && unit !== 33 && unit !== 63) continue
    let next = at + 1
    while (next < length && CLOSING.includes(text[next]!)) next++
    next = afterNote(text, at, next)
    if (!isSpace(text, next)) continue
    while (isSpace(text, next)) next++
    if (!startsSentence(text, next)) continue
    if (unit !== PERIOD || !isAbbreviation(text, at, next)) take(at, next)
    at = next - 1
  }
}

/** Skips the number of a footnote: `the rule.12 The`, `the rule.[12] The`. */
function afterNote(text: string, end: number, start: number): number {
  if (!isLower(text.charCodeAt(end - 1))) return start
  const isBracketed = text[start] === '['
  const first = isBracketed ? start + 1 : start
  let at = first
  while (at < first + MAX_NOTE && isDigit(text.charCodeAt(at))) at++
  if (at === first || (isBracketed && text[at] !== ']')) return start
  return isBracketed ? at + 1 : at
}

function isSpace(text: string, at: number): boolean {
  const unit = text.charCodeAt(at)
  if (unit <= 32) return unit === 32 || (unit >= 9 && unit <= 13)
  return unit > 127 && SPACE.test(text[at]!)
}

function startsSentence(text: string, start: number): boolean {
  let at = start
  while (at < text.length && OPENING.includes(text[at]!)) at++
  if (!isDigit(text.charCodeAt(at))) return isCapital(text.charCodeAt(at))
  while (isDigit(text.charCodeAt(at))) at++
  return text[at] === ' ' && isCapital(text.charCodeAt(at + 1))
}

const isLower = (unit: number) => unit >= 97 && unit <= 122
const isCapital = (unit: number) => unit >= 65 && unit <= 90
const isDigit = (unit: number) => unit >= 48 && unit <= 57

/** Whether a period belongs to an abbreviation and doesn't end the sentence. */
function isAbbreviation(text: string, period: number, next: number): boolean {
  let start = period
  while (start > period - MAX_ABBREVIATION && isPartOfWord(text.charCodeAt(start - 1))) start--
  const length = period - start
  if (!length) return false
  const isLong = length > MAX_UNLISTED
  const word = text.slice(start, period)
  if (word.includes('.', 1)) return continues(text, next)
  if (isLong) return ABBREVIATIONS.has(word) && continues(text, next)
  if (SHORT_WORDS.has(word)) return false
  if (NEVER_LAST.has(word) || NEVER_LAST.has(word.toLowerCase())) return true
  if (word === 'no' || word === 'nos') return isDigit(text.charCodeAt(next))
  if (length > 1 && !isCapital(text.charCodeAt(start)) && !ABBREVIATIONS.has(word)) return false
  return continues(text, next)
}

/** Whether the word after an abbreviation isn't one that only starts a sentence. */
function continues(text: string, next: number): boolean {
  FIRST_WORD.lastIndex = next
  return !FIRST_WORDS.has(FIRST_WORD.exec(text)?.[1] ?? '')
}

/** `[A-Za-z.'’]` */
function isPartOfWord(unit: number): boolean {
  const lower = unit | 0x20
  return (lower >= 97 && lower <= 122) || unit === 46 || unit === 39 || unit === 0x2019
}
