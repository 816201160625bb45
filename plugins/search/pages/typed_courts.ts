/** Courts as people type them: `S.D.N.Y.`, `9th circuit`, `Southern District of New York`. */

/** A value, such as the ID of a court, and its names. */
export interface ValueName {
  value: string
  label: string
  /** Heading under which values are grouped. */
  group: string | null
  /** Abbreviations and short names. */
  others: string[]
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

/** Courts by the ways in which their names are compared, best first. */
const COMPARISONS: ((typed: string, court: ValueName) => boolean)[] = [
  (typed, { label }) => compact(label) === compact(typed),
  (typed, { others }) => others.some((other) => compact(other) === compact(typed)),
  (typed, { label, others }) =>
    wordsOf(typed) !== '' && [label, ...others].some((name) => wordsOf(name) === wordsOf(typed)),
  (typed, { label }) => {
    const words = typed.toLowerCase().match(/[\p{L}\d]+/gu) ?? []
    const all = new Set(label.toLowerCase().match(/[\p{L}\d]+/gu))
    return words.length > 0 && words.every((word) => all.has(word))
  },
]

/**
 * Resolves IDs, the name, short name, or abbreviation of a court, or words that occur in only one
 * name.
 *
 * @param text `scotus`, `ca9 nysd`, `Supreme Court of California`, `ninth circuit`, or `S.D.N.Y.`
 */
export function courtIds(text: string, courts: ValueName[]): string {
  const ids = new Set(courts.map(({ value }) => value))
  const parts = text
    .toLowerCase()
    .split(/[\s,]+/)
    .filter(Boolean)
  if (!parts.length || parts.every((part) => ids.has(part))) return text
  const [court, ...others] = courtsLike(text, courts)
  return court && !others.length ? court.value : text
}

/** The courts that the best comparison finds, in the order of the list. */
function courtsLike(text: string, courts: ValueName[]): ValueName[] {
  for (const isMeant of COMPARISONS) {
    const found = courts.filter((court) => isMeant(text, court))
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
