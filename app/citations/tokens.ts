import { Automaton } from './automaton.js'
import type { CompiledForm, Keyword, Keywords, Mark, Naming, Reading } from './keywords.js'
import { isAuthority, isNamedSupra } from './id_words.js'
import type { Publication } from './tables.js'

/** A citation's core as written: volume, abbreviation, and page, or a word such as `Id.`. */
export interface Token {
  readonly start: number
  readonly end: number
  readonly mark?: Mark
  readonly isShort: boolean
  groups: Readonly<Record<string, string>>
  /** Publications with this name, and publications with this variant spelling. */
  exact: Publication[]
  variants: Publication[]
}

/** The cost of an extraction, in machine-independent steps. */
export interface Work {
  transitions: number
  attempts: number
}

/** Maximum length of a volume, and of the text from an abbreviation to the end of a page. */
const BEFORE = 32
const AFTER = 160

/**
 * The tokens of a text in order. Of overlapping tokens, the earliest start
 * takes precedence, then the longest.
 */
export function tokenizeCitations(
  text: string,
  { automaton, list }: Keywords,
  work: Work
): Token[] {
  const found: Token[] = []
  let covered = 0
  work.transitions += automaton.run(text, (word, end) => {
    const keyword = list[word]!
    const start = Automaton.getMatchStart(keyword.key, text, end)
    if (keyword.mark === 'section') {
      if (start < covered) return
      const token = sectionAt(text, start, covered)
      covered = token.end
      found.push(token)
    } else if (keyword.mark) {
      const token = markAt(text, start, end, keyword, work)
      if (token) found.push(token)
    }
    for (const reading of keyword.readings) read(text, start, end, reading, found, work)
  })
  return withoutOverlaps(found)
}

function read(
  text: string,
  start: number,
  end: number,
  reading: Reading,
  found: Token[],
  work: Work
) {
  const { form, namings } = reading
  const begin = form.before ? beginning(text, start, form, work) : volumeBefore(text, start)
  if (!begin) return
  const from = form.hasAbbreviation ? start : end
  const rest = restAfter(text, from, namings)
  const shift = rest.length - Math.min(AFTER, text.length - from)
  work.attempts += 2
  for (const isShort of [false, true]) {
    const match = (isShort ? form.afterShort : form.after)?.exec(rest)
    if (!match) continue
    const groups = {
      reporter: text.slice(start, end),
      ...begin.groups,
      ...present(match.groups),
    }
    found.push(tokenOf(begin.start, from + match[0].length - shift, groups, namings, isShort))
  }
}

/** The text after an abbreviation, with the space that scanned pages lack: `475 U.S.574`. */
function restAfter(text: string, from: number, namings: readonly Naming[]): string {
  const rest = text.slice(from, from + AFTER)
  const isJoined =
    text[from - 1] === '.' &&
    isDigit(text.charCodeAt(from)) &&
    namings[0]!.publication.kind === 'case'
  return isJoined ? ` ${rest}` : rest
}

function tokenOf(
  start: number,
  end: number,
  groups: Record<string, string>,
  namings: readonly Naming[],
  isShort: boolean
): Token {
  return {
    start,
    end,
    isShort,
    groups,
    exact: namings.filter(({ isExact }) => isExact).map(({ publication }) => publication),
    variants: namings.filter(({ isExact }) => !isExact).map(({ publication }) => publication),
  }
}

interface Beginning {
  readonly start: number
  readonly groups: Record<string, string>
}

/** The volume before most abbreviations: digits that aren't part of a longer word, and a space. */
function volumeBefore(text: string, start: number): Beginning | null {
  const space = text[start - 1] === ' ' ? 1 : 0
  if (!space && !JOINED.test(text.slice(start - 4, start + 3))) return null
  let begin = start - space
  while (begin > 0 && start - begin <= BEFORE && isDigit(text.charCodeAt(begin - 1))) begin--
  if (begin === start - space || text[begin] === '0') return null
  if (begin > 0 && isAlphanumeric(text.charCodeAt(begin - 1))) return null
  return { start: begin, groups: { volume: text.slice(begin, start - space) } }
}

/** A year without the space after it, as on scanned pages: `1999WL 438477`. */
const JOINED = /^(?:19|20)\d\dWL /

function beginning(
  text: string,
  start: number,
  { before, isFirst, requires, reach }: CompiledForm,
  work: Work
): Beginning | null {
  if (isFirst)
    return start > 0 && isAlphanumeric(text.charCodeAt(start - 1)) ? null : { start, groups: {} }
  const window = text.slice(Math.max(0, start - reach), start)
  if (requires && !requires.test(window)) return null
  work.attempts++
  const match = before!.exec(window)
  if (!match) return null
  const begin = start - match[0].length
  // The window may have cut a longer word.
  if (
    begin > 0 &&
    isAlphanumeric(text.charCodeAt(begin)) &&
    isAlphanumeric(text.charCodeAt(begin - 1))
  )
    return null
  return { start: begin, groups: present(match.groups) }
}

function present(groups: Record<string, string | undefined> | undefined): Record<string, string> {
  const found: Record<string, string> = {}
  for (const name in groups) if (groups[name] !== undefined) found[name] = groups[name]
  return found
}

const MARK_REST = { id: /^\.?,?(?=[;:)\]]*(?:\s|$))/, supra: /^[,.;:)]*(?!\S)/ }
/** Before a mark: a space, or the opening of a parenthesis. */
const BEFORE_MARK = /[\s([—]/

/** `Id.`, `Ibid`, and `supra` as separate words. */
function markAt(
  text: string,
  start: number,
  end: number,
  { mark }: Keyword,
  work: Work
): Token | null {
  if (start > 0 && !BEFORE_MARK.test(text[start - 1]!)) return null
  work.attempts++
  const rest = MARK_REST[mark as 'id' | 'supra'].exec(text.slice(end, end + 8))
  if (!rest || !mark) return null
  if (mark === 'id' ? !isAuthority(text, start, end) : isNamedSupra(text, start)) return null
  return {
    start,
    end: end + rest[0].length,
    mark,
    isShort: false,
    groups: {},
    exact: [],
    variants: [],
  }
}

/** The word that contains a `§`, back to the end of the previous word at most. */
function sectionAt(text: string, place: number, covered: number): Token {
  let start = place
  while (start > covered && !isSpace(text.charCodeAt(start - 1))) start--
  let end = place + 1
  while (end < text.length && !isSpace(text.charCodeAt(end))) end++
  return { start, end, mark: 'section', isShort: false, groups: {}, exact: [], variants: [] }
}

function withoutOverlaps(found: Token[]): Token[] {
  found.sort((one, other) => one.start - other.start || other.end - one.end)
  const kept: Token[] = []
  for (const token of found) {
    const last = kept.at(-1)
    if (last && last.start === token.start && last.end === token.end) merge(last, token)
    else if (!last || token.start >= last.end) kept.push(token)
    else if (
      (!hasVolume(last) && hasVolume(token)) ||
      isSignOf(last, token) ||
      isWeaker(last, token)
    )
      kept[kept.length - 1] = token
  }
  return kept
}

/** A rule or section without its code, or a journal by the last words of its name. */
function isWeak({ exact: [publication] }: Token): boolean {
  const series = publication?.series ?? ''
  return series.startsWith('bare_') || series === 'journal_by_ending'
}

/** Whether a citation with a code overrides one without. */
function isWeaker(last: Token, token: Token): boolean {
  return isWeak(last) && !isWeak(token) && token.mark === undefined
}

/** A word with the section sign of a law, such as `(§` before `13A-5-40, Ala. Code`. */
function isSignOf(last: Token, token: Token): boolean {
  return last.mark === 'section' && token.mark === undefined
}

/** `Chase, 2004 MT 66` isn't page 2004 of a single-volume reporter. */
function hasVolume({ mark, groups, exact, variants }: Token): boolean {
  const [publication] = [...exact, ...variants]
  return mark !== undefined || publication?.kind !== 'case' || groups.volume !== undefined
}

const isLaw = ({ exact: [publication] }: Token) => publication?.kind === 'law'

/** The same text may name publications of several forms. */
function merge(kept: Token, token: Token): void {
  if (kept.mark || token.mark || isWeak(token)) return
  if (isWeak(kept)) kept.exact = []
  // The reading of more parts has the state of the rule or the title of the code.
  const more = Object.keys(token.groups).length - Object.keys(kept.groups).length
  if (more && isLaw(kept) && isLaw(token)) {
    if (more < 0) return
    kept.groups = token.groups
    kept.exact = []
  }
  kept.exact = [...new Set([...kept.exact, ...token.exact])]
  kept.variants = [...new Set([...kept.variants, ...token.variants])]
}

function isDigit(unit: number): boolean {
  return unit >= 48 && unit <= 57
}

function isAlphanumeric(unit: number): boolean {
  return isDigit(unit) || (unit >= 65 && unit <= 90) || (unit >= 97 && unit <= 122)
}

function isSpace(unit: number): boolean {
  return unit <= 32 || unit === 0xa0 || unit === 0x2028 || unit === 0x2029
}

interface Editions {
  /** All publications that the spelling may mean, by name. */
  readonly editions: readonly Publication[]
  /** The publication, if only one remains. */
  readonly edition?: Publication
}

/**
 * Publications whose canonical name matches take precedence over variant
 * spellings; several are distinguished by their years of publication.
 */
export function resolveEditions({ exact, variants }: Token, year?: number): Editions {
  const editions = [...new Set([...exact, ...variants])].sort((one, other) =>
    one.name < other.name ? -1 : 1
  )
  const likely = [...new Set(exact.length ? exact : variants)]
  const left =
    likely.length > 1 && year ? likely.filter((edition) => wasPublished(edition, year)) : likely
  return { editions, ...(left.length === 1 && { edition: left[0]! }) }
}

function wasPublished({ from, to }: Publication, year: number): boolean {
  return (from === null || from <= year) && (to === null || year <= to)
}
