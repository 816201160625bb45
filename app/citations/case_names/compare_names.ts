/** Compares the name of a case as cited with its name in the archive. */
import { compactWord, wordTable } from './word_table.js'

/** Words that citations leave out or add. */
const FILLERS = new Set(
  `a an and & as at by d/b/a dba de et al for from f/k/a in la n/k/a of on or re rel ex the through to
  with ux vir`.split(/\s+/)
)
/** Words for kinds of companies. */
const DESIGNATORS = new Set(
  `inc incorporated corp corporation co company llc llp lp ltd limited pllc plc pc pa na sa ag gmbh nv
  trust`.split(/\s+/)
)
/** Suffixes and titles of persons and officers. */
const TITLES = new Set(
  `jr sr ii iii iv esq mr mrs ms dr hon warden superintendent sheriff director administrator
  administratrix executor executrix trustee guardian commissioner secretary attorney general governor
  acting individually official capacity his her their next friend individually`.split(/\s+/)
)
/** Phrases before the name of a case without an adversary, and for the kind of a proceeding. */
const PROCEDURE =
  /^(?:in\s+(?:the\s+)?(?:re:?|matters?\s+of)|(?:the\s+)?matters?\s+of|ex\s+parte|ex\s+rel\.?|(?:the\s+)?(?:marriage|estates?|adoption|conservatorship|guardianship|succession|interests?|petition|application|welfare|custody|appeal|dissolution|termination|will|trust|claim|care and treatment|detention|disciplinary (?:matter|proceedings?)|commitment)\s+(?:of|against|in)(?:\s+the)?)\s+/i
const PROCEDURE_AFTER =
  /,\s*(?:in\s+re|matter\s+of|ex\s+parte|petitioners?|appell(?:ant|ee)s?|respondents?|plaintiffs?|defendants?|debtors?|et\s+al\.?)\b.*$/i
const VERSUS = /\s+(?:v\.?|vs\.?|versus|against)\s+/i

/** A party's words. */
interface Party {
  words: string[]
  /** Words that were written as an abbreviation or in capitals, by place. */
  isShort: boolean[]
  /** The words before the first comma: `Wainwright, Corrections Director`. */
  head?: Party
}

/**
 * Whether a cited name is a name of the case: each party agrees when all its words, as abbreviated
 * or in full, occur in the other name in the same order, without words that citations leave out.
 *
 * @param cited `Springfield Dep't of Transp. v. Smith`; one party for a short form (`Smith`)
 * @param archived names of the case, in full and short
 * @param isShort whether one of the parties suffices, as in a short form
 * @param anySide whether the parties can be reversed, as on appeal
 */
export function areNamesAlike(
  cited: string,
  archived: readonly string[],
  { isShort = false, anySide = false } = {}
): boolean {
  const own = partiesOf(cited)
  if (!own.length) return true
  return archived.some((name) => {
    const other = partiesOf(name)
    if (!other.length) return false
    const isOne = own.length === 1 && (other.length === 1 || isShort || !isProceeding(cited))
    if (isOne || (own.length === 1 && isShortName(name, archived)))
      return other.some((party) => isSameParty(own[0]!, party, isShort || !VERSUS.test(cited)))
    if (own.length !== other.length) return false
    const agree = (parties: readonly Party[]) =>
      own.every((party, side) => isSameParty(party, parties[side]!, isShort))
    return agree(other) || (anySide && agree(other.toReversed()))
  })
}

/** Whether a name is that of a case without an adversary, and not the name of a party. */
const isProceeding = (name: string) => PROCEDURE.test(name.trim())

/** Whether a name is one of several and has one party: `Carolene Products`. */
const isShortName = (name: string, names: readonly string[]) =>
  names.length > 1 && !VERSUS.test(name)

function partiesOf(name: string): Party[] {
  const text = name
    .replace(/[\u2018\u2019]/g, "'")
    .replace(/\s+/g, ' ')
    .trim()
  return text
    .split(VERSUS)
    .slice(0, 2)
    .map(withHead)
    .filter(({ words }) => words.length)
}

function withHead(text: string): Party {
  const comma = text.indexOf(',')
  return { ...partyOf(text), ...(comma > 0 && { head: partyOf(text.slice(0, comma)) }) }
}

function partyOf(text: string): Party {
  let bare = text.replace(PROCEDURE_AFTER, '').trim()
  for (let before = ''; before !== bare;) {
    before = bare
    bare = bare.replace(PROCEDURE, '')
  }
  const party: Party = { words: [], isShort: [] }
  const tokens = bare.split(/[\s,;/()-]+/).filter(Boolean)
  for (let at = 0; at < tokens.length; at++) {
    const [one, two] = [tokens[at]!, tokens[at + 1]]
    // `W. Va.` and initials of several words.
    const both = two && placeOf(compactWord(one + two), one)
    const place = both || placeOf(compactWord(one), one)
    if (both) at++
    const words = place ? place.split(' ') : [compactWord(one)]
    for (const word of words) {
      if (!word || FILLERS.has(word)) continue
      party.words.push(word)
      party.isShort.push(!place && /[.'’]|^\p{Lu}{2,}$/u.test(one))
    }
  }
  return withoutCountry(party)
}

/** The place that an abbreviation stands for: `new york`; `In.` and `or` are words. */
function placeOf(key: string, written: string): string | undefined {
  if (!/^\p{Lu}/u.test(written)) return undefined
  const { meanings, places } = wordTable()
  const found = meanings.get(key)?.filter((word) => places.has(word)) ?? []
  if (found.length === 0 || meanings.get(key)!.length > 2) return undefined
  return found[0]
}

/** `United States of America` is `United States`; `Steelworkers of America` is `Steelworkers`. */
function withoutCountry(party: Party): Party {
  const { words, isShort } = party
  const isLast = words.length > 1 && ['america', 'am', 'amer'].includes(words.at(-1)!)
  return isLast ? { words: words.slice(0, -1), isShort: isShort.slice(0, -1) } : party
}

/** Names of governments, which are also parts of the names of their agencies. */
const GOVERNMENTS = [
  'people',
  'state',
  'commonwealth',
  'republic',
  'government',
  'united',
  'states',
]

function isGovernment({ words }: Party): boolean {
  const { places } = wordTable()
  const rest = words.filter((word) => !GOVERNMENTS.includes(word)).join(' ')
  return rest === '' || places.has(rest)
}

function isSameParty(cited: Party, archived: Party, isShort: boolean): boolean {
  return [archived, archived.head].some((one) => one?.words.length && isNamed(cited, one, isShort))
}

function isNamed(cited: Party, archived: Party, isShort: boolean): boolean {
  if (isGovernment(cited) || isGovernment(archived)) return isSameGovernment(cited, archived)
  if (isMunicipality(cited) && isMunicipality(archived)) return haveSameWords(cited, archived)
  const mine = significant(cited)
  const theirs = mine === cited ? archived : significant(archived)
  const end = endOf(theirs, mine)
  // A single word names a person by the last word: `Brown` is not `Brown Shoe Co.`
  if (end !== undefined) return isShort || mine.words.length > 1 || end === theirs.words.length
  return endOf(mine, theirs) === mine.words.length
}

const MUNICIPALITIES = ['city', 'town', 'village', 'borough', 'county', 'parish', 'township']

const isMunicipality = ({ words }: Party) =>
  words.length > 1 && (MUNICIPALITIES.includes(words[0]!) || MUNICIPALITIES.includes(words.at(-1)!))

/** `City of New York` is `New York City`, and `City of Akron, Ohio` is `City of Akron`. */
function haveSameWords(one: Party, other: Party): boolean {
  const [short, long] = one.words.length <= other.words.length ? [one, other] : [other, one]
  return short.words.every((_, place) =>
    long.words.some((_word, at) => isSameWord(long, at, short, place))
  )
}

/** `People`, `People of the State of New York`, and `New York` are the same party. */
function isSameGovernment(one: Party, other: Party): boolean {
  if (!isGovernment(one) || !isGovernment(other)) return false
  const placeIn = ({ words }: Party) =>
    words.includes('united')
      ? 'united states'
      : words.filter((word) => !GOVERNMENTS.includes(word)).join(' ')
  const [mine, theirs] = [placeIn(one), placeIn(other)]
  if (mine === theirs) return true
  return (mine === '' || theirs === '') && mine !== 'united states' && theirs !== 'united states'
}

/** Without designators, titles, and initials, unless nothing else is left. */
function significant(party: Party): Party {
  const keep = party.words.map(
    (word) => !DESIGNATORS.has(word) && !TITLES.has(word) && word.length > 1
  )
  if (!keep.some(Boolean)) return party
  return {
    words: party.words.filter((_, place) => keep[place]),
    isShort: party.isShort.filter((_, place) => keep[place]),
  }
}

/**
 * Finds the words of a shorter name in a longer one, in this order.
 *
 * @returns the place after the last of them; undefined if one is missing
 */
function endOf(long: Party, short: Party): number | undefined {
  let at: number | undefined = 0
  for (let place = 0; place < short.words.length && at !== undefined; place++)
    at = findWord(long, at, short, place)
  return at
}

/** @returns the place after the word in the longer name */
function findWord(long: Party, from: number, short: Party, place: number): number | undefined {
  for (let at = from; at < long.words.length; at++) {
    const run = acronymEnd(long, at, short.words[place]!)
    if (run !== undefined) return run
    if (isSameWord(long, at, short, place)) return at + 1
  }
  return undefined
}

/** Minimum number of letters of an acronym: `SEC`. */
const MIN_ACRONYM = 3

/** Whether a word consists of the initials of the words from a place on. */
function acronymEnd({ words }: Party, at: number, acronym: string): number | undefined {
  if (acronym.length < MIN_ACRONYM || at + acronym.length > words.length) return undefined
  for (let letter = 0; letter < acronym.length; letter++)
    if (words[at + letter]![0] !== acronym[letter]) return undefined
  return at + acronym.length
}

function isSameWord(one: Party, at: number, other: Party, place: number): boolean {
  const [mine, theirs] = [one.words[at]!, other.words[place]!]
  if (singular(mine) === singular(theirs)) return true
  if (stands(mine, theirs) || stands(theirs, mine)) return true
  return (
    (one.isShort[at]! && abbreviates(mine, theirs)) ||
    (other.isShort[place]! && abbreviates(theirs, mine))
  )
}

const singular = (word: string) => (word.length > 3 ? word.replace(/s$/, '') : word)

/** Whether an abbreviation stands for a word, or for another abbreviation of the same word. */
function stands(abbreviation: string, word: string): boolean {
  const { meanings } = wordTable()
  const meant = meanings.get(abbreviation) ?? meanings.get(singular(abbreviation)) ?? []
  if (meant.some((one) => singular(one) === singular(word))) return true
  const others = meanings.get(word) ?? meanings.get(singular(word)) ?? []
  return meant.some((one) => others.includes(one))
}

/** Whether a word has the same first letter as another and all its letters in order: `Commc'ns`. */
function abbreviates(short: string, long: string): boolean {
  if (short.length < 2 || short.length >= long.length || short[0] !== long[0]) return false
  let place = 0
  for (const letter of short) {
    place = long.indexOf(letter, place) + 1
    if (!place) return false
  }
  return true
}
