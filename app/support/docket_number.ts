/**
 * Parses docket numbers: `1:17-cr-00001-ABC-2` has office 1, year 17, type `cr`, serial 1,
 * judge ABC, and defendant 2. This is the only parser of docket numbers; search, alerts,
 * merges, fetches, and pages compare the parts.
 *
 * Courts print the same number in many ways (`2:24cv24`, `24 Civ. 24 (ABC)`, `CV-24-24`), but
 * the parts are the same. Judges' initials aren't compared, because cases are reassigned.
 */

export interface DocketNumber {
  /** Division of the court, without leading zeros. */
  office: string | null
  /** Last two digits. */
  year: string | null
  /** Lowercase, in one spelling: `cv` for `Civ.`. */
  type: string | null
  /** Without leading zeros. */
  serial: string
  /** Initials of judges and other suffixes, as printed. */
  suffixes: string[]
  /** Number of the defendant, without leading zeros. */
  defendant: string | null
  /** Offsets in the text, including suffixes. */
  start: number
  end: number
}

export interface ReadNumbers {
  numbers: DocketNumber[]
  /** Parts of the text that aren't numbers or words such as `No.`. */
  rest: string[]
}

/** Maximum number of characters and docket numbers read. */
const MAX_LENGTH = 4_000
const MAX_NUMBERS = 50

const DASHES = /[\u2010-\u2015\u2212\uFE58\uFE63\uFF0D]/g
const SPACES = /[\s\u00A0\u2000-\u200A\u202F]/g

/** Types with several spellings. */
const SPELLINGS: Record<string, string> = {
  c: 'cv',
  civ: 'cv',
  civil: 'cv',
  // Divisions of the Central District of California.
  edcv: 'cv',
  lacv: 'cv',
  sacv: 'cv',
  edcr: 'cr',
  lacr: 'cr',
  sacr: 'cr',
  crim: 'cr',
  criminal: 'cr',
  bankr: 'bk',
  bkc: 'bk',
  adv: 'ap',
  misc: 'mc',
  mag: 'mj',
  // The number of a multidistrict litigation is its docket's serial number.
  mdl: 'md',
}

/** Series of the Supreme Court that are numbered separately: `21A123` isn't `21-123`. */
const SERIES = new Set(['a', 'd', 'm', 'o'])

const YEAR = String.raw`(?:(?:1[89]|20)\d\d|\d\d)`
const SERIAL = String.raw`(?<serial>\d{1,18})`
/** Types that are recognized next to a space or a period, or without a year. */
const KNOWN = String.raw`(?:civil|civ|(?:ed|la|sa)?cv|criminal|crim|(?:ed|la|sa)?cr|bankr|bk|adv|ap|a\.p|misc|mc|mag|mj|m\.j|mdl|md)(?![a-z])`
/** Text between a type and its number: `Civ. A. No. 81-1234`. */
const FILLERS = String.raw`[ .-]{0,2}(?:(?:action|a|case|proceeding|proc|pro|nos?)(?![a-z])[ .:-]{0,2}){0,3}`
const INITIALS = String.raw`(?: ?\((?:[a-z0-9]{1,5}[ ,/-]{0,2}){1,4}\)){0,3}`
const SUFFIX = String.raw`(?<suffix>(?:-[a-z0-9/]{1,8}){0,5}${INITIALS})`
/** Initials without parentheses, in capitals: `CV 17-8603 PSG (JCx)`, `CIV 17-123 JB/KBM`. */
const BARE_INITIALS = new RegExp(
  String.raw` (?!AND\b|OR\b|NOT\b|NO\b|TO\b)(?:[A-Z]{2,4}(?:[/-][A-Z]{2,4}){0,3})(?: ?\([A-Za-z]{1,5}\)){0,3}(?![\w.(:-])`,
  'y'
)
const END = String.raw`(?![\w(]|[-:]\w|\.\d)`

/** Tried in this order at the start of each word. */
const FORMS = [
  // 1:17-cv-00001-ABC-2, 2:24cv24, 24 Civ. 24 (ABC), S1 17 Cr. 548, 81 C 1234, 21A123
  String.raw`(?:s\d{1,2} )?(?:(?<office>[a-z0-9]{1,2}):|(?<division>\d{1,2})-(?=${YEAR}-[a-z]))?(?<year>${YEAR})(?:-(?<type>[a-z]{1,6})-|[ .-]{0,2}(?<known>${KNOWN.replace('(?![a-z])', '')})[ .-]{0,2}| (?<letter>c) |-?(?!st|nd|rd|th)(?<joined>[a-z]{1,4}))${SERIAL}${SUFFIX}`,
  // CV-17-8603, Civ. A. No. 81-1234, C 17-08603, C17-0860RSM, SA CV 17-123, SC18-1234
  String.raw`(?:(?:(?:ed|la|sa) )?(?<known>${KNOWN})${FILLERS}|(?!nos?[-\d])(?<type>[a-z]{1,5})-?|(?<letter>c) )(?<year>${YEAR})-${SERIAL}(?:(?<glued>[a-z]{2,4})(?![a-z])|${SUFFIX})`,
  // 21-1234, 8:17-12345, 1-21-45678-jmm
  String.raw`(?:(?<office>[a-z0-9]{1,2}):|(?<division>\d{1,2})-(?=${YEAR}-\d{4}))?(?<year>${YEAR})-${SERIAL}${SUFFIX}`,
  // 141, Orig.
  String.raw`${SERIAL},? ?-?(?<original>orig)(?:inal)?\.?`,
  // MDL No. 2967, cv-1
  String.raw`(?<known>${KNOWN})${FILLERS}${SERIAL}`,
].map((form) => new RegExp(form + END, 'iy'))

const WORD_START = /(?<![\w:-])[a-z0-9]/gi
/** Words that precede a number or join several. */
const NOISE =
  /(?<![\w-])(?:nos?|numbers?|docket|dkt|cases?|civil|civ|criminal|crim|actions?|adversary|proceedings?|bankruptcy|bap|cause|index|appeals?|consolidated|lead|and)(?![\w-])\.?|(?<!\w)c\. ?a\.|[&#,;]/gi
/** A court after a number: `(S.D.N.Y.)`. */
const COURT = /\((?:[A-Za-z]{1,7}\. ?){1,5}(?:[A-Za-z]{2,7} ?){0,2}(?:(?:18|19|20)\d\d)?\)/g
const BARE = /^\d{1,18}$/

/**
 * Reads the docket numbers in the value of a docket number field. Numbers may have any form
 * printed by a court; a bare number is a serial number. Reads the first 4,000 characters, in
 * linear time.
 */
export function readDocketNumbers(text: string): ReadNumbers {
  const plain = text.slice(0, MAX_LENGTH).replace(DASHES, '-').replace(SPACES, ' ')
  const numbers: DocketNumber[] = []
  let others = ''
  let done = 0
  WORD_START.lastIndex = 0
  for (let word = WORD_START.exec(plain); word; word = WORD_START.exec(plain)) {
    const found = numbers.length < MAX_NUMBERS ? numberAt(plain, word.index) : null
    if (!found) continue
    numbers.push(found)
    others += `${plain.slice(done, found.start)}\n`
    done = WORD_START.lastIndex = found.end
  }
  others += plain.slice(done)
  const named = numbers.length ? others.replace(COURT, '\n') : others
  const runs = named.replace(NOISE, '\n').split('\n')
  const rest = runs.map((run) => run.trim()).filter((run) => /[\p{L}\p{N}]/u.test(run))
  if (numbers.length) return { numbers, rest }
  const words = rest.flatMap((run) => run.split(/[\s/()]+/)).filter(Boolean)
  const isBare = words.length > 0 && words.every((one) => BARE.test(one))
  return isBare ? { numbers: bareNumbers(plain), rest: [] } : { numbers, rest }
}

/** `1:21-cv-1234`, `21cv01234`, `CV-21-1234`. */
const TYPED =
  /^(?:[a-z0-9]{1,2}:|\d-)?(?:(?:\d{2}|\d{4})-(?:[a-z]{2,4}|c)-\d{1,7}|(?:\d{2}|\d{4})-?(?:cv|cr|mj|mc|md|bk|ap|civ|crim)-?\d{1,7}|\d\d-?(?!st|nd|rd|th)[a-z]{2}-?\d{3,7})(?:-[a-z0-9]{1,8}){0,5}$|^(?:(?:ed|la|sa)?c[vr]|civ|crim|c|mj|mc|md|bk|ap)-?(?:\d{2}|\d{4})-\d{1,7}(?:[a-z]{2,4}|(?:-[a-z0-9]{1,8}){0,5})$|^\d\d-\d{1,7}-(?:cv|cr|civ|crim|bkc)(?:-[a-z0-9]{1,8}){0,4}$/i
/** `21-1234`, `24-24`, `8:17-12345`, `2024-2093`. */
const SHORT = /^(?:[a-z0-9]{1,2}:)?(?:\d\d|(?:18|19|20)\d\d)-\d{1,6}$/
/** Punctuation after a number in a sentence or list. */
const TRAILING = /[.,;:]+$/

/**
 * Parses a word of any text that looks like a docket number; null for other words, including
 * words like `1983` that are docket numbers only in a docket number field.
 */
export function asDocketNumber(word: string): DocketNumber | null {
  const plain = word.trim().replace(TRAILING, '').replace(DASHES, '-')
  if (!TYPED.test(plain) && !SHORT.test(plain)) return null
  const { numbers, rest } = readDocketNumbers(plain)
  return numbers.length === 1 && !rest.length ? numbers[0]! : null
}

/**
 * Whether two numbers of one court may identify the same case: parts that both have must be
 * equal. Missing parts match any value.
 */
export function isSameNumber(one: DocketNumber, other: DocketNumber): boolean {
  const inSeries = SERIES.has(one.type ?? '') || SERIES.has(other.type ?? '')
  return (
    one.serial === other.serial &&
    agree(one.year, other.year) &&
    (inSeries ? one.type === other.type : agree(one.type, other.type)) &&
    agree(one.office, other.office) &&
    agree(one.defendant, other.defendant)
  )
}

const agree = (one: string | null, other: string | null) =>
  one === null || other === null || one === other

/** Placeholder for a missing part. */
const NONE = '-'
/** Placeholder for any serial number. */
const ANY = 'any'

/**
 * The index keys of a number: one for each combination of parts that {@link listDocketNumberLookupKeys}
 * requests.
 */
export function listDocketNumberKeys({
  office,
  year,
  type,
  serial,
  defendant,
}: DocketNumber): string[] {
  const [at, of] = [`@${office ?? NONE}`, `#${defendant ?? NONE}`]
  /** With the type, and with `-` instead of it, for searches that name a type. */
  const typed = (kind: string) => {
    const full = key(kind, year, serial)
    if (!year) return [full]
    const any = key(kind, year, ANY)
    return [key(kind, null, serial), full, full + at, full + of, full + at + of, any, any + at]
  }
  if (type && SERIES.has(type)) return typed(type)
  const short = key(null, year, serial)
  const any = key(null, year, ANY)
  const untyped = year ? [key(null, null, serial), short, short + at, any, any + at] : [short]
  return [...untyped, ...typed(type ?? NONE)]
}

/**
 * The search keys of a number; matching numbers have at least one of them. Parts missing on
 * either side match any value, except that both must have the year: `1234` occurs in every
 * year.
 *
 * @param exact whether a number must have the requested type
 */
export function listDocketNumberLookupKeys(
  { office, year, type, serial, defendant }: DocketNumber,
  exact = false
): string[] {
  const types = type && !exact && !SERIES.has(type) ? [type, NONE] : [type]
  let keys = types.map((one) => key(one, year, serial))
  if (!year) return keys
  const either = (mark: string, part: string) =>
    keys.flatMap((one) => [`${one}${mark}${part}`, `${one}${mark}${NONE}`])
  if (office) keys = either('@', office)
  if (type && defendant) keys = either('#', defendant)
  return keys
}

const PART = String.raw`(?:-[a-z0-9*]{1,8}){0,5}`
/** Numbers with `*` in place of whole parts: `1:17-cv-*`, `*:17-cv-08603`, `17-*-8603`, `CV-17-*`. */
const PATTERNS = [
  String.raw`(?:(?<office>[a-z0-9]{1,2}|\*):|\*(?=\d\d))?(?<year>${YEAR}|\*)(?:-(?<type>[a-z]{1,6}|\*)-?(?=[\d*])|(?<joined>[a-z]{1,4})|(?=-))-?(?<serial>\*$|\d{1,18})${PART}`,
  String.raw`(?<type>[a-z]{1,5})-?(?<year>${YEAR})-(?<serial>\*$|\d{1,18})${PART}`,
].map((form) => new RegExp(`^${form}$`, 'i'))

/**
 * The search keys of a number with `*` in place of whole parts: `1:17-cv-*` has all numbers of
 * the office, year, and type. Null for other texts, and for patterns without a year and serial
 * number, or without a year and with an office.
 */
export function listDocketPatternKeys(text: string): string[] | null {
  const plain = text.trim().replace(TRAILING, '').replace(DASHES, '-')
  if (!plain.includes('*')) return null
  const groups = PATTERNS.map((form) => form.exec(plain)?.groups as Groups | undefined).find(
    Boolean
  )
  if (!groups) return null
  const given = (part: string | undefined) => (part === undefined || part === '*' ? null : part)
  const [year, serial, office] = [given(groups.year), given(groups.serial), given(groups.office)]
  if (year === null && (serial === null || office !== null)) return null
  const type = given(groups.type ?? groups.joined)
  const number: DocketNumber = {
    ...{ suffixes: [], defendant: null, start: 0, end: plain.length },
    office: office && unpadded(office.toLowerCase()),
    year: year && year.slice(-2),
    type: type && canonical(type),
    serial: serial === null ? ANY : unpadded(serial),
  }
  // `17-cv-*` doesn't have the numbers of 2017 without a type.
  return listDocketNumberLookupKeys(number, serial === null)
}

const key = (type: string | null, year: string | null, serial: string) =>
  `${type ?? ''}.${year ?? ''}.${serial}`

function numberAt(text: string, at: number): DocketNumber | null {
  for (const form of FORMS) {
    form.lastIndex = at
    const match = form.exec(text)
    if (!match) continue
    const number = numberOf(match.groups!, at, form.lastIndex)
    if (!number.type || !number.year) return number
    BARE_INITIALS.lastIndex = number.end
    const [judges] = BARE_INITIALS.exec(text) ?? []
    if (judges === undefined) return number
    const suffixes = [...number.suffixes, ...partsOf(judges)]
    return { ...number, suffixes, end: number.end + judges.length }
  }
  return null
}

type Groups = Partial<Record<string, string>>

/** Types that courts print after the serial number. */
const LATE_TYPE = /^(?:civil|civ|cv|criminal|crim|cr|bkc)$/i

const partsOf = (suffix: string) => suffix.split(/[-() ]+/).filter(Boolean)

function numberOf(groups: Groups, start: number, end: number): DocketNumber {
  const parts = partsOf(groups.suffix ?? groups.glued ?? '')
  const named = groups.type ?? groups.known ?? groups.joined ?? groups.letter ?? groups.original
  // `25-20117-CIV-ALTMAN`; other types could be a judge's initials here.
  const printed = named ?? (LATE_TYPE.test(parts[0] ?? '') ? parts.shift() : undefined)
  const type = printed === undefined ? null : canonical(printed)
  // `22O141`: the court prints 22 for all cases of its original jurisdiction.
  const isOriginal = groups.original !== undefined || (groups.joined && type === 'o')
  const digits = type === null ? -1 : parts.findLastIndex((part) => /^\d{1,4}$/.test(part))
  const [defendant = null] = digits < 0 ? [] : parts.splice(digits, 1)
  // `10-01083-8-RDD`: the office between the serial number and the judge.
  const [, within] = (type === null && /^-(\d)-[a-z]/i.exec(groups.suffix ?? '')) || []
  const office = groups.office ?? groups.division ?? within
  return {
    office: office === undefined ? null : unpadded(office.toLowerCase()),
    year: isOriginal ? null : (groups.year?.slice(-2) ?? null),
    type: isOriginal ? 'o' : type,
    serial: unpadded(groups.serial!),
    suffixes: parts,
    defendant: defendant && unpadded(defendant),
    start,
    end,
  }
}

function canonical(type: string): string {
  const lower = type.toLowerCase().replaceAll('.', '')
  return SPELLINGS[lower] ?? lower
}

function bareNumbers(text: string): DocketNumber[] {
  return [...text.matchAll(/(?<!\w)\d{1,18}(?!\w)/g)].slice(0, MAX_NUMBERS).map((match) => ({
    ...{ office: null, year: null, type: null, suffixes: [], defendant: null },
    serial: unpadded(match[0]),
    start: match.index,
    end: match.index + match[0].length,
  }))
}

const unpadded = (digits: string) => digits.replace(/^0+(?=.)/, '')
