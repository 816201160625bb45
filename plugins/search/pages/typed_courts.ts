/** Courts as people type them: `S.D.N.Y.`, `9th circuit`, `Southern District of New York`. */

/** A value, such as the ID of a court, and its names. */
export interface ValueName {
  value: string
  label: string
  /** Heading under which values are grouped. */
  group: string | null
  /** The names of a court in the forms that are compared with typed ones. */
  keys?: CourtKeys
}

interface CourtKeys {
  name: string
  /** Short name and abbreviation. */
  others: string[]
  /** Distinctive words of each. */
  words: string[]
  /** All words of the name. */
  all: Set<string>
}

const ORDINALS = 'first second third fourth fifth sixth seventh eighth ninth tenth eleventh'.split(
  ' '
)
const ORDINAL = /\b(\d{1,2})(?:st|n?d|r?d|th)(?= (?:cir|circuit)\b)/g
const DISTRICT = /\b(northern|southern|eastern|western|middle|central) district(?: of)?\b/g
/** The part of a federal court's name that people leave out: `supreme court`, `tax court`. */
const COUNTRY = /^(?:united states|u\.? ?s\.?) | (?:of|for) the united states$/g
const FILLERS = new Set(['of', 'the', 'for', 'in', 'and', 'court', 'us', 'district'])

/** Lowercase letters and digits, without what people leave out or abbreviate. */
function compact(name: string): string {
  return name
    .toLowerCase()
    .replace(ORDINAL, (written, digits: string) => ORDINALS[Number(digits) - 1] ?? written)
    .replace(DISTRICT, (_, direction: string) => `${direction[0]}d`)
    .replace(COUNTRY, '')
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
}

/** The distinctive words, in alphabetical order: `california supreme`. */
function wordsOf(name: string): string {
  const words =
    name
      .toLowerCase()
      .replace(COUNTRY, '')
      .match(/[\p{L}\d]+/gu) ?? []
  return words
    .filter((word) => !FILLERS.has(word))
    .sort()
    .join(' ')
}

const allWords = (name: string) => name.toLowerCase().match(/[\p{L}\d]+/gu) ?? []

/** @param others the short name and the abbreviation */
export function describeCourtNames(name: string, others: readonly string[]): CourtKeys {
  return {
    name: compact(name),
    others: others.map(compact),
    words: [name, ...others].map(wordsOf).filter(Boolean),
    all: new Set(allWords(name)),
  }
}

interface Typed {
  name: string
  words: string
  all: readonly string[]
}

/** The ways in which names are compared, best first. */
const COMPARISONS: ((typed: Typed, keys: CourtKeys) => boolean)[] = [
  ({ name }, keys) => keys.name === name,
  ({ name }, keys) => keys.others.includes(name),
  ({ words }, keys) => keys.words.includes(words),
  ({ all }, keys) => all.length > 0 && all.every((word) => keys.all.has(word)),
]

/** Longer texts aren't names, and further values of a request aren't compared. */
const [MAX_LENGTH, MAX_NAMES] = [100, 10]

/**
 * Resolves the values of the court parameter: IDs, and the name, short name, or abbreviation of a
 * court, or words that occur in only one name.
 *
 * @param values `scotus`, `ca9 nysd`, `Supreme Court of California`, `ninth circuit`, or `S.D.N.Y.`
 * @returns IDs separated by spaces; text that doesn't match a court is unchanged
 */
export function resolveCourts(values: readonly string[], courts: ValueName[]): string {
  const ids = new Set(courts.map(({ value }) => value))
  let names = 0
  const texts = values.map((value) => {
    const text = value.trim()
    const parts = text.toLowerCase().split(/[\s,]+/)
    if (!text || parts.every((part) => !part || ids.has(part))) return text
    if (names++ >= MAX_NAMES) return text
    const [court, ...others] = courtsLike(text, courts)
    return court && !others.length ? court.value : text
  })
  return [...new Set(texts.flatMap((text) => text.split(/\s+/)).filter(Boolean))].join(' ')
}

/** The courts that the best comparison finds, in the order of the list. */
function courtsLike(text: string, courts: ValueName[]): ValueName[] {
  if (text.length > MAX_LENGTH) return []
  const typed = { name: compact(text), words: wordsOf(text), all: allWords(text) }
  for (const isMeant of COMPARISONS) {
    const found = courts.filter(({ keys }) => keys && isMeant(typed, keys))
    if (found.length) return withoutSpecial(text, found)
  }
  return []
}

const SPECIAL = /bankruptcy|panel|magistrate/i

/** A district has a bankruptcy court with its short name, which people name as such. */
function withoutSpecial(text: string, courts: ValueName[]): ValueName[] {
  const general = SPECIAL.test(text) ? [] : courts.filter(({ label }) => !SPECIAL.test(label))
  return general.length ? general : courts
}

/** Courts that are offered for an ambiguous name. */
const MAX_OFFERED = 8

/** The message about IDs and names that don't match exactly one court, and possible courts. */
export function describeUnknownCourts(
  typed: string,
  courts: ValueName[]
): { text: string; like: ValueName[] } {
  const ids = new Set(courts.map(({ value }) => value))
  const parts = typed.split(/[\s,]+/).filter(Boolean)
  const unknown = parts.filter((part) => !ids.has(part.toLowerCase()))
  const named = (unknown.length < parts.length ? unknown.join(' ') : typed.trim()).slice(0, 60)
  const like = courtsLike(named, courts)
  if (!like.length) return { text: `No court has the ID or name "${named}".`, like }
  const more = like.length > MAX_OFFERED ? `the first ${MAX_OFFERED} of ${like.length}` : 'these'
  return {
    text: `"${named}" is part of several names. Did you mean one of ${more}?`,
    like: like.slice(0, MAX_OFFERED),
  }
}
