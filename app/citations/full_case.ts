import { courtAndDate, readAfter, type CourtAndDate } from './after_citation.js'
import type { Draft, Kind, Preceding } from './citation.js'
import type { Knowledge } from './knowledge.js'
import type { Publication } from './tables.js'
import { nameBeforeSupra } from './short_forms.js'
import { resolveEditions, type Token } from './tokens.js'
import { nameAtEnd } from './name_words.js'

/** A full citation of a case: `Foo v. Bar, 1 U.S. 1, 4 (1790) (holding …)`. */
export function fullCase(text: string, token: Token, before: Preceding, known: Knowledge): Draft {
  const after = readAfter(text, token.end)
  const partner = parallelOf(text, token, before)
  const name: CaseName | null = partner
    ? nameOf(text, partner, known)
    : caseNameBefore(text, token.start, before.end, known.abbreviations)
  const written = after.year ?? name?.year
  const { editions, edition } = resolveEditions(token, written ?? yearOfVolume(token))
  const year = written ?? (edition && yearOfVolume(token))
  const courtName = after.court ?? name?.court
  const court = courtName
    ? (known.courts.find(courtName, edition?.name) ?? partner?.court)
    : undefined
  const supreme = !court && editions.some(({ isSupremeCourt }) => isSupremeCourt) ? 'scotus' : court
  return {
    kind: partner ? 'parallel' : isNeutral(token, edition) ? 'neutral' : 'case',
    text: text.slice(token.start, token.end),
    spans: {
      core: { start: token.start, end: token.end },
      withPin: { start: token.start, end: after.pinEnd },
      full: { start: name?.start ?? token.start, end: after.end },
    },
    groups: token.groups,
    volume: token.groups.volume,
    reporter: token.groups.reporter,
    page: /^_+$/.test(token.groups.page ?? '') ? null : token.groups.page,
    editions,
    ...(edition && { edition }),
    ...(after.pinCite && { pinCite: after.pinCite }),
    ...(supreme && { court: supreme }),
    ...(year && { year }),
    ...(after.month && { month: after.month }),
    ...(after.day && { day: after.day }),
    ...(name?.plaintiff !== undefined && { plaintiff: name.plaintiff }),
    ...(name?.defendant !== undefined && { defendant: name.defendant }),
    ...(name?.signal && { signal: name.signal }),
    ...(after.extra && { extra: after.extra }),
    ...(after.parenthetical && { parenthetical: after.parenthetical }),
  }
}

/** The year of a citation whose volumes are years: `2017 WI 17`. Other reports have fewer volumes. */
function yearOfVolume({ groups }: Token): number | undefined {
  return /^(?:1[89]|20)\d{2}$/.test(groups.volume ?? '') ? Number(groups.volume) : undefined
}

const SERVICES = new Set(['specialty', 'specialty_west', 'specialty_lexis', 'foreign'])

function isNeutral(token: Token, edition?: Publication): boolean {
  if (!edition || SERVICES.has(edition.series)) return false
  return edition.series === 'neutral' || yearOfVolume(token) !== undefined
}

/** Short forms and supra citations that a parallel citation may follow: `Bixby, supra, 4 Cal. 3d at 143, 93 Cal. Rptr. 234`. */
const OF_A_CASE: ReadonlySet<Kind> = new Set([
  'case',
  'parallel',
  'neutral',
  'short',
  'supra',
  'id',
])

/**
 * The text between parallel citations, including the division of an opinion: `, `, `(1), `, and
 * the parentheses of Georgia: `286 Ga. 216, 218 (1) (686 SE2d 786)`.
 */
const PARALLEL = /^(?:\s?\((?:\d{1,2}|[a-z])\)){0,3}\s*[,[(][\s[]*$/
/** Michigan separates them by a semicolon: `500 Mich 1; 600 NW2d 2`. */
const MICHIGAN = /^;\s$/

/** The previous citation, if this one cites another report of the same case. */
function parallelOf(text: string, token: Token, { citation }: Preceding): Draft | undefined {
  if (!citation || !OF_A_CASE.has(citation.kind)) return undefined
  const between = text.slice(citation.spans.withPin.end, token.start)
  const isMichigan = MICHIGAN.test(between) && /^Mich\b/.test(citation.reporter ?? '')
  return isMichigan || PARALLEL.test(between) ? citation : undefined
}

/** The name that a parallel citation shares with the previous citation. */
function nameOf(text: string, partner: Draft, known: Knowledge): CaseName | null {
  if (partner.kind === 'id') return null
  if (partner.kind === 'supra') {
    const name = nameBeforeSupra(text, partner, known.abbreviations)
    return name && { start: name.start, defendant: name.text }
  }
  const { spans, plaintiff, defendant, antecedent, year, signal } = partner
  return { start: spans.full.start, plaintiff, defendant: defendant ?? antecedent, year, signal }
}

/** The name of a case before its citation. */
interface CaseName {
  readonly start: number
  readonly plaintiff?: string
  readonly defendant?: string
  readonly year?: number
  /** The court as written before the volume: `Grant v. Esquire (S.D.N.Y. 1973) 367 F.Supp. 876`. */
  readonly court?: string
  readonly signal?: string
}

/** Maximum distance between the start of a name and its citation. */
const WINDOW = 400

const BLANK_CITATION = /[,\s]*[[(]?[_—–-]+ [A-Z][\w. ]{0,20} [_—–-]+,?\s*\[?$/
const TAIL = /[\s,[(]*$/
const DATED = /\s*\(([^()]{0,40}\d{4})\),?$/
/** Louisiana puts docket number, page, and date before the report: `95-0754, p. 3 (La.App. 1 Cir. 12/15/95)`. */
const LOUISIANA =
  /,? (?:\d{2,4}-[A-Z]{0,4}-?\d{1,5}|\d{2},\d{3}(?:-[A-Z]{1,3})?)(?:, pp?\. ?[\d-]{1,9})? \(([A-Z][\w. ]{1,25}) (?:\d{1,2}\/){2}(\d{2}|\d{4})\),?$/
/** Names of one party that need no comma before the citation. */
const PREFIXED =
  /(?:^|[\s(])(?:In re|Ex parte|(?:In the )?Matter of|(?:Estate|Guardianship|Conservatorship|Marriage|Adoption|Interest) of) \p{Lu}[^.;:!?]{0,80}$/u
/** A docket number, slip opinion, or running head after the name. */
const NUMBERS =
  /,? (?:\d{1,2}(?:st|n?d|r?d|th) Dist\.?,? (?:[A-Z][a-z]{2,15},? )?)?(?:(?:Civ|Crim|Civil|Criminal|Case|Docket|Cause|Index)\.? )?(?:A(?:ction|\.) )?Nos?(?:\. ?|: ?| )[A-Z]{0,3}-?\d[\w:/.&, -]{0,60}$|,? (?:slip op\.|Cite as:?)[^;]{0,40}$/
const VERSUS = /\s(?:v|vs)\.?\s/g
/** In an uppercase name; elsewhere `V.` is an initial. */
const LARGE_VERSUS = /\s(?:V|VS)\.?\s/g
const SIGNAL =
  /(?:^|[\s(“"[])((?:see(?:,? (?:also|generally|e\.g\.))*|but see|cf|accord|citing|quoting|compare|contra|overruling|discussing)[.,]*)\s+[“"]?$/i

/**
 * Finds the name that ends directly before a position.
 * @param from start of the text that may contain the name
 */
function caseNameBefore(
  text: string,
  place: number,
  from: number,
  abbreviations: ReadonlySet<string>
): CaseName | null {
  const base = Math.max(from, place - WINDOW)
  const whole = text.slice(base, place)
  const until = whole.replace(BLANK_CITATION, '').replace(TAIL, '')
  const louisiana = LOUISIANA.exec(until)
  const paren = louisiana ? null : DATED.exec(until)
  const date = louisiana ? louisianaDate(louisiana) : paren && courtAndDate(paren[1]!)
  const dated = date && (louisiana ?? paren)
  const before = (dated ? until.slice(0, dated.index) : until).replace(NUMBERS, '')
  const versus = lastMatch(VERSUS, before) ?? lastMatch(LARGE_VERSUS, before)
  const parties = versus && opponents(before, versus, abbreviations)
  const name =
    parties ??
    (dated ||
    PREFIXED.test(before) ||
    (/^,? *$/.test(whole.slice(until.length)) && whole[until.length] === ',')
      ? alone(before, abbreviations)
      : null)
  if (!name) return null
  const signal = SIGNAL.exec(before.slice(0, name.start))?.[1]
  return {
    ...name,
    start: base + name.start,
    ...(date && { year: date.year, ...(date.court && { court: date.court }) }),
    ...(signal && { signal }),
  }
}

function louisianaDate([, court, digits]: RegExpExecArray): CourtAndDate {
  const year = Number(digits)
  return { court: court!, year: digits!.length === 4 ? year : year + (year < 60 ? 2000 : 1900) }
}

/** `Foo v. Bar`. */
function opponents(before: string, versus: RegExpExecArray, abbreviations: ReadonlySet<string>) {
  const defendant = before
    .slice(versus.index + versus[0].length)
    .trim()
    .replace(SENTENCE, '')
  if (!defendant || !isName(defendant)) return null
  const plaintiff = nameAtEnd(before.slice(0, versus.index), abbreviations)
  if (!plaintiff) return { start: versus.index, plaintiff: '', defendant }
  return { start: plaintiff.start, plaintiff: plaintiff.text.replace(/,$/, ''), defendant }
}

/** A sentence that continues after the name: `Roe v. Wade, the Court held, 410 U.S. 113`. */
const SENTENCE =
  /,? (?:which|that|where|because|held|holding|stated|decided|concluded|found|is|was|were|has|had|did|does)(?: .*)?$|, (?:the|a|an|this|we|it|he|she|they|who|as|but) .*$/s

/** `In re Foo`, `See Foo`. */
function alone(before: string, abbreviations: ReadonlySet<string>) {
  // Another name of the case follows in parentheses: `Matter of Smith (Jones)`.
  const other = /\s\(\p{Lu}[^()]{1,60}\)$/u.exec(before)
  const first = nameAtEnd(other ? before.slice(0, other.index) : before, abbreviations)
  const name =
    first && other ? { start: first.start, text: before.slice(first.start).trim() } : first
  if (!name || !/^\p{Lu}/u.test(name.text)) return null
  const lead = /^Re (?=\p{Lu})/u.exec(name.text)?.[0].length ?? 0
  return { start: name.start + lead, defendant: name.text.slice(lead) }
}

function isName(text: string): boolean {
  return !/[;“”"]|[a-z]\)\.|\)\. |\.\s+[A-Z][a-z]+ [a-z]|\d{4}\)/.test(text)
}

function lastMatch(regex: RegExp, text: string): RegExpExecArray | null {
  let last: RegExpExecArray | null = null
  for (const match of text.matchAll(regex)) last = match
  return last
}
