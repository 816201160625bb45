/** The citations of a brief with the facts that it states about each decision. */
import { clean } from '#app/citations/clean'
import type { Citation } from '#app/citations/citation'
import { resolve } from '#app/citations/resolve'
import {
  citedName,
  extractCitations,
  reportersIn,
  type LocatedCitation,
} from '../lookup/located_citations.js'
import type { CitationKind, CitedFacts } from './checks.js'
import { findQuotations } from './quotations.js'
import { unknownCitations } from './unknown_citations.js'

export interface BriefCitation {
  kind: CitationKind
  /** As written, with the cited page of a short form. */
  citation: string
  /** UTF-16 units in the text. */
  start: number
  end: number
  /** Place in the list of the full citation that a short form repeats; its own for a full one. */
  full: number | null
  /** What to look up; of full citations only. */
  located: LocatedCitation | null
  cited: CitedFacts
}

const KINDS: Partial<Record<Citation['kind'], CitationKind>> = {
  case: 'case',
  parallel: 'case',
  neutral: 'case',
  short: 'short',
  id: 'id',
  supra: 'supra',
  law: 'law',
}

/** Reads the citations of a brief in the order of its text. */
export function readBrief(source: string): BriefCitation[] {
  const { text, origin } = clean(source, ['all_whitespace'])
  const extracted = extractCitations(text).filter(({ kind }) => KINDS[kind])
  const owners = ownersOf(extracted)
  const at = (unit: number) => origin[unit]!
  const end = (unit: number) => origin[Math.max(0, unit - 1)]! + 1
  const places = extracted.map(({ spans: { full, withPin, core } }) => ({
    start: at(Math.min(full.start, core.start)),
    coreEnd: end(core.end),
    end: afterParenthetical(source, end(Math.max(full.end, withPin.end))),
  }))
  const quotations = findQuotations(source, places)
  const shown = extracted.map((found, place): BriefCitation => {
    const { core, withPin } = found.spans
    const isFull = KINDS[found.kind] === 'case'
    return {
      kind: KINDS[found.kind]!,
      citation: isFull ? found.text : text.slice(core.start, Math.max(core.end, withPin.end)),
      start: at(core.start),
      end: end(isFull ? core.end : Math.max(core.end, withPin.end)),
      full: owners[place]!,
      located: isFull ? locatedOf(found) : null,
      cited: factsOf(found, text, quotations[place]!),
    }
  })
  const known = extracted.map(({ spans: { core, withPin } }) => ({
    start: core.start,
    end: Math.max(core.end, withPin.end),
  }))
  const unknown = unknownCitations(text, known).map((one): BriefCitation => ({
    kind: 'unknown',
    citation: one.text,
    start: at(one.start),
    end: end(one.end),
    full: null,
    located: null,
    cited: NOTHING,
  }))
  return withUnknown(shown, unknown)
}

const NOTHING: CitedFacts = {
  name: null,
  isShort: false,
  year: null,
  court: null,
  pages: null,
  quotations: [],
}

/** Adds citations in the order of the text, and moves the references to full citations. */
function withUnknown(known: BriefCitation[], unknown: BriefCitation[]): BriefCitation[] {
  const all = [...known, ...unknown].sort((one, other) => one.start - other.start)
  const places = new Map(all.map((one, place) => [one, place]))
  return all.map((one) => ({
    ...one,
    full: one.full === null ? null : places.get(known[one.full]!)!,
  }))
}

/** The longest parenthetical that belongs to a citation. */
const MAX_PARENTHETICAL = 800

/** The end of a parenthetical that follows a citation. */
function afterParenthetical(source: string, end: number): number {
  const [opening] = /^\s?\(/.exec(source.slice(end, end + 2)) ?? []
  if (!opening) return end
  let depth = 0
  for (
    let at = end + opening.length - 1;
    at < end + MAX_PARENTHETICAL && at < source.length;
    at++
  ) {
    if (source[at] === '(') depth++
    else if (source[at] === ')' && --depth === 0) return at + 1
  }
  return end
}

/** The place of the full citation of each citation; of parallel ones, the first. */
function ownersOf(citations: readonly Citation[]): (number | null)[] {
  const places = new Map(citations.map((citation, place) => [citation, place]))
  const authorities = new Map<Citation, number>()
  for (const { authority, mentions } of resolve(citations as Citation[])) {
    const place = places.get(authority)
    if (place !== undefined) for (const mention of mentions) authorities.set(mention, place)
  }
  const firstOf = (place: number): number =>
    place > 0 && isParallel(citations[place - 1]!, citations[place]!) ? firstOf(place - 1) : place
  let lastCase: number | null = null
  return citations.map((citation, place) => {
    if (KINDS[citation.kind] === 'case') return (lastCase = place)
    const own = authorities.get(citation)
    if (citation.kind !== 'id') {
      if (own !== undefined && KINDS[citations[own]!.kind] === 'case') lastCase = own
      return own ?? null
    }
    // After parallel citations, `Id.` refers to the case of both and a page of the first. A law in
    // quoted text is not what it refers to.
    const meant: number | null = own ?? (isPage(citation) ? lastCase : null)
    return meant === null ? null : firstOf(meant)
  })
}

const isPage = ({ pinCite }: Citation) =>
  pinCite === undefined || /^(?:at )?(?:pp?\. )?\*?\d/.test(pinCite)

/** Whether a citation is another report of the case before it: `463 Mich 250; 615 NW2d 702`. */
function isParallel(one: Citation, other: Citation): boolean {
  if (other.kind === 'parallel') return true
  const isAdjacent = other.spans.core.start - one.spans.withPin.end <= MAX_GAP
  return (
    other.kind === 'case' && KINDS[one.kind] === 'case' && isAdjacent && citedName(other) === null
  )
}

/** Characters between parallel citations. */
const MAX_GAP = 3

function locatedOf(found: Citation): LocatedCitation | null {
  const { volume, reporter, page, spans } = found
  if (!volume || !reporter || !page || /^_+$/.test(page)) return null
  return {
    citation: found.text,
    start: spans.core.start,
    end: spans.core.end,
    volume,
    reporter,
    page,
    reporters: reportersIn(found, reporter),
    citedName: citedName(found),
  }
}

function factsOf(found: Citation, text: string, quotations: CitedFacts['quotations']): CitedFacts {
  const isFull = KINDS[found.kind] === 'case'
  const name = citedName(found)
  const inName = COURT_AND_YEAR.exec(name ?? '')
  const bare = name?.replace(COURT_AND_YEAR, '').replace(/[\s,;]+$/, '')
  return {
    name: bare && !/^[^(]*\)/.test(bare) ? bare : null,
    isShort: !isFull,
    year: isFull ? (inName ? Number(inName.groups!.year) : plausible(found.year)) : null,
    court: isFull ? (circuitBefore(found, text) ?? found.court ?? null) : null,
    pages: pagesOf(found),
    quotations,
  }
}

/** Ohio prints the court and the year after the name: `(Mich.2000)`. */
const COURT_AND_YEAR = /\s*\([^()]{0,40}?(?<year>\d{4})\)\s*$/
/** Ohio prints `C.A.6` for a federal court of appeals. */
const CIRCUIT = /\(C\.A\.(\d{1,2}|D\.C\.),? ?(?:\d{4})?\),? $/

function circuitBefore({ spans }: Citation, text: string): string | undefined {
  const before = text.slice(Math.max(0, spans.core.start - 30), spans.core.start)
  const circuit = CIRCUIT.exec(before)?.[1]
  return circuit && `ca${circuit === 'D.C.' ? 'dc' : circuit}`
}

/** The first year of American reports. */
const FIRST_YEAR = 1658

const plausible = (year: number | undefined): number | null =>
  year !== undefined && year >= FIRST_YEAR ? year : null

const PAGES = /^(?:at |pp?\. |at pp?\. )*\*?(\d{1,6})(?:[-\u2013\u2014]+\*?(\d{1,6}))?/

/** `378-79` are the pages 378 and 379. */
function pagesOf({ kind, pinCite, page }: Citation): CitedFacts['pages'] {
  const pin = pinCite ?? (kind === 'short' ? page : undefined)
  const [, first, last] = PAGES.exec(pin ?? '') ?? []
  if (!first) return null
  if (!last) return [first, first]
  return [first, last.length < first.length ? first.slice(0, -last.length) + last : last]
}
