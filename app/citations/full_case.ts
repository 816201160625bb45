import { readAfter } from './after_citation.js'
import type { Draft, Kind, Preceding } from './citation.js'
import type { Knowledge } from './knowledge.js'
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
  const year = after.year ?? name?.year
  const { editions, edition } = resolveEditions(token, year)
  const court = after.court ? known.courts.find(after.court) : undefined
  const supreme = !court && editions.some(({ isSupremeCourt }) => isSupremeCourt) ? 'scotus' : court
  return {
    kind: partner ? 'parallel' : edition?.series === 'neutral' ? 'neutral' : 'case',
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

/** Short forms and supra citations that a parallel citation may follow: `Bixby, supra, 4 Cal. 3d at 143, 93 Cal. Rptr. 234`. */
const OF_A_CASE: ReadonlySet<Kind> = new Set([
  'case',
  'parallel',
  'neutral',
  'short',
  'supra',
  'id',
])

/** The text between parallel citations, including the division of an opinion: `, `, `(1), `. */
const PARALLEL = /^(?:\(\d{1,2}\))?\s*[,[][\s[]*$/

/** The previous citation, if this one cites another report of the same case. */
function parallelOf(text: string, token: Token, { citation }: Preceding): Draft | undefined {
  if (!citation || !OF_A_CASE.has(citation.kind)) return undefined
  const between = text.slice(citation.spans.withPin.end, token.start)
  return PARALLEL.test(between) ? citation : undefined
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
  readonly signal?: string
}

/** Maximum distance between the start of a name and its citation. */
const WINDOW = 400

const BLANK_CITATION = /[,\s]*[[(]?[_—–-]+ [A-Z][A-Za-z. ]{0,20} [_—–-]+,?\s*\[?$/
const TAIL = /[\s,[(]*$/
const YEAR = /\s*\((?:[^()]{0,40} )?(\d{4})\),?$/
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
  const dated = YEAR.exec(until)
  const before = dated ? until.slice(0, dated.index) : until
  const versus = lastMatch(VERSUS, before) ?? lastMatch(LARGE_VERSUS, before)
  const parties = versus && opponents(before, versus, abbreviations)
  const name =
    parties ??
    (/^,? *$/.test(whole.slice(until.length)) && whole[until.length] === ','
      ? alone(before, abbreviations)
      : null)
  if (!name) return null
  const signal = SIGNAL.exec(before.slice(0, name.start))?.[1]
  return {
    ...name,
    start: base + name.start,
    ...(dated && { year: Number(dated[1]) }),
    ...(signal && { signal }),
  }
}

/** `Foo v. Bar`. */
function opponents(before: string, versus: RegExpExecArray, abbreviations: ReadonlySet<string>) {
  const defendant = before.slice(versus.index + versus[0].length).trim()
  if (!defendant || !isName(defendant)) return null
  const plaintiff = nameAtEnd(before.slice(0, versus.index), abbreviations)
  if (!plaintiff) return { start: versus.index, plaintiff: '', defendant }
  return { start: plaintiff.start, plaintiff: plaintiff.text.replace(/,$/, ''), defendant }
}

/** `In re Foo`, `See Foo`. */
function alone(before: string, abbreviations: ReadonlySet<string>) {
  const name = nameAtEnd(before, abbreviations)
  return name && /^\p{Lu}/u.test(name.text) ? { start: name.start, defendant: name.text } : null
}

function isName(text: string): boolean {
  return !/[;“”"]|[a-z]\)\.|\)\. |\.\s+[A-Z][a-z]+ [a-z]|\d{4}\)/.test(text)
}

function lastMatch(regex: RegExp, text: string): RegExpExecArray | null {
  let last: RegExpExecArray | null = null
  for (const match of text.matchAll(regex)) last = match
  return last
}
