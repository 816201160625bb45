import type { Cleaned } from './clean.js'
import type { Citation, Draft, Extents, Preceding } from './citation.js'
import { CodePoints } from './code_points.js'
import { fullCase } from './full_case.js'
import { buildCitationKnowledge, type Knowledge } from './knowledge.js'
import { references } from './references.js'
import { withSupport } from './support.js'
import { idCitation, sectionCitation, shortCase, supraCitation } from './short_forms.js'
import type { CitationTables } from './tables.js'
import { tokenizeCitations, type Token, type Work, resolveEditions } from './tokens.js'
import { parentheticalAt, parenthesized, pinCiteAfter } from './after_citation.js'
import { SECTION } from './form_parts.js'

export interface ExtractOptions {
  /** Omit citations whose abbreviation is ambiguous. */
  readonly removeAmbiguous?: boolean
  /** The text with its source: emphasized names in the source become references. */
  readonly markup?: Cleaned
  /** Records the cost of the call. */
  readonly work?: Work
}

export type Extract = (text: string, options?: ExtractOptions) => Citation[]

/**
 * Creates the function that extracts the citations of a text, in order.
 *
 * The text is read unchanged: `clean` text that has markup, or line breaks
 * within citations, first. The cost is linear in the length of the text.
 */
export function makeExtractor(tables: CitationTables): Extract {
  const known = buildCitationKnowledge(tables)

  return (
    text,
    { removeAmbiguous = false, markup, work = { transitions: 0, attempts: 0 } } = {}
  ) => {
    const drafts: Draft[] = []
    let before: Preceding = { end: 0 }
    let nestedUntil = 0
    for (const token of tokenizeCitations(text, known.keywords, work)) {
      if (token.mark === 'section' && isPinOfId(before, token)) continue
      const draft = read(text, token, before)
      if (!draft) continue
      nestedUntil = Math.max(nestedUntil, endOfNesting(text, draft, nestedUntil))
      if (draft.spans.core.start < nestedUntil) draft.isNested = true
      if (draft.kind === 'parallel') shareYear(drafts, draft)
      if (draft.kind === 'short' && isSupraOf(drafts.at(-1), draft)) drafts.pop()
      drafts.push(draft)
      if (draft.kind === 'law')
        for (const further of furtherSections(text, draft)) drafts.push(further)
      before = { end: Math.max(before.end, draft.spans.withPin.end), citation: draft }
    }
    const supported = withSupport(text, drafts)
    const all = [...supported, ...references(text, supported, markup)]
    all.sort((one, other) => one.spans.core.start - other.spans.core.start)
    const kept = removeAmbiguous ? all.filter((draft) => !isAmbiguousAbbreviation(draft)) : all
    return inBothUnits(text, kept)
  }

  function read(text: string, token: Token, before: Preceding): Draft | null {
    if (token.mark === 'id') return idCitation(text, token)
    if (token.mark === 'supra') return supraCitation(text, token)
    if (token.mark === 'section') return sectionCitation(text, token)
    const kind = (token.exact[0] ?? token.variants[0])!.kind
    if (kind === 'law') return lawOrJournal(text, token, kind)
    if (kind !== 'case' && !token.isShort) return lawOrJournal(text, token, kind)
    if (token.isShort) return shortCase(text, token, before, known)
    const draft = fullCase(text, token, before, known)
    return isNameMissing(draft, known) ? null : draft
  }
}

/** Gives the year of a neutral citation to the reports before it: `115 Ohio St.3d 55, 2007-Ohio-4837`. */
function shareYear(drafts: Draft[], { year }: Draft): void {
  if (!year) return
  for (let place = drafts.length - 1; place >= 0; place--) {
    const draft = drafts[place]!
    if (draft.year || (draft.kind !== 'case' && draft.kind !== 'parallel')) return
    draft.year = year
    if (draft.kind === 'case') return
  }
}

/** Whether an abbreviation with other meanings has no case name: `App. 410` is in an appendix. */
function isNameMissing({ reporter, defendant, kind }: Draft, { needName }: Knowledge): boolean {
  return kind === 'case' && defendant === undefined && needName.has(reporter ?? '')
}

/** Whether a section sign is in the pin cite of the `Id.` before it. */
function isPinOfId({ citation }: Preceding, { start }: Token): boolean {
  return citation?.kind === 'id' && start < citation.spans.core.end
}

const NESTED =
  /\((?:(?:internal )?quot(?:ing|ed in)|cit(?:ing|ed in)|accord|applying|following|discussing|overruling) (?:(?:[Ss]ee|e\.g\.),? )?["“]?$/

/** The end of the parentheses that a citation opens in another one: `(quoting Foo, 1 U.S. 1)`. */
function endOfNesting(text: string, { spans }: Draft, nestedUntil: number): number {
  const { start } = spans.full
  if (start < nestedUntil) return nestedUntil
  const from = Math.max(0, start - 40)
  const opening = NESTED.exec(text.slice(from, start))
  return (opening && parenthesized(text, from + opening.index)?.end) ?? 0
}

/** Whether `supra` belongs to the short form after it: `Doe, supra, 12 F.3d at 34`. */
function isSupraOf(supra: Draft | undefined, short: Draft): boolean {
  return (
    supra?.kind === 'supra' &&
    !supra.pinCite &&
    supra.spans.core.end <= short.spans.core.start &&
    short.spans.full.start <= supra.spans.full.start
  )
}

function inBothUnits(text: string, drafts: readonly Draft[]): Citation[] {
  const points = new CodePoints(text)
  return drafts.map((draft) => ({ ...draft, codePoints: inCodePoints(draft.spans, points) }))
}

function inCodePoints({ core, withPin, full }: Extents, points: CodePoints): Extents {
  return { core: points.span(core), withPin: points.span(withPin), full: points.span(full) }
}

const SUBSECTION = String.raw`\((?:\w{1,4})\)`
/** New York prints a space between them, and brackets: `CPLR 3211 (a) (7)`, `(Penal Law § 125.25 [1])`. */
const SPACED = String.raw`(?:\((?:[A-Za-z]{1,2}|\d{1,2}|[ivx]{1,5})\)|\[(?:[a-z]|\d{1,2}|[ivx]{1,5})\])`
/** California and Minnesota, parts of regulations, and comments: `, subd. (b)`, `, subpt. Da`, ` cmt. k`. */
const DIVISION = String.raw`,? (?:subds?\.?|subdivisions?|subpts?\.|pars?\.|cmts?\.|comments?|cl\.) (?:n\.)?(?:${SUBSECTION}|(?!\d{4})[A-Za-z\d]{1,3}(?![\w.]))(?:${SUBSECTION})*(?:(?:[-–]|,? (?:and|or|&) |, )(?:${SUBSECTION})+)*`
const SUBSECTIONS = new RegExp(
  `^(?<pin>(?:${SUBSECTION}| ${SPACED})(?:${SUBSECTION}(?!\\d{4})| ?${SPACED})*(?:(?:, | and |[-–]| & )(?:${SUBSECTION})+)*(?:${DIVISION})?(?: et seq\\.?)?|${DIVISION}|,? et seq\\.?)`
)
const YEAR =
  /^\s*(?:(?<publisher>[A-Z][A-Za-z.,'& ]*?)\s+)?(?<year>\d{4})(?:[-–]\d{2,4}| & \d{4})?\s*$/

/** A citation of laws, `18 U.S.C. § 3500(b) (2018)`, or of a journal, `1 Minn. L. Rev. 1, 2-3 (2007)`. */
function lawOrJournal(text: string, token: Token, kind: 'law' | 'journal'): Draft {
  const { subsections: before, ...groups } = token.groups
  const pin = kind === 'law' ? subsections(text, token.end) : pinCiteAfter(text, token.end)
  const pinEnd = pin?.end ?? token.end
  const dated = datedAt(text, pinEnd)
  const datedEnd = dated?.end ?? pinEnd
  const parenthetical = parentheticalAt(text, datedEnd)
  const { editions, edition } = resolveEditions(token, dated?.year)
  const { volume, reporter, page } = groups
  const core = { start: token.start, end: token.end }
  const pinCite = before || pin?.text
  return {
    kind,
    text: text.slice(token.start, token.end),
    spans: {
      core,
      withPin: core,
      full: { start: token.start, end: parenthetical?.end ?? datedEnd },
    },
    groups,
    ...(volume && { volume }),
    reporter,
    ...(page && { page }),
    editions,
    ...(edition && { edition }),
    ...(pinCite && { pinCite }),
    ...(dated && { year: dated.year }),
    ...(dated?.publisher && { publisher: dated.publisher }),
    ...(parenthetical && { parenthetical: parenthetical.text }),
  }
}

/** Signs before several sections. */
const PLURAL = /§§|\b[Ss]ec(?:tion)?s\b|\b[Rr]ules\b/
/** Sets of rules, which are listed without a plural: `Fed. R. Civ. P. 9(b) and 12(b)(6)`. */
const RULE_SET = /\bR\. |\bEvid\./
const AMENDMENTS = /\b[Aa]m(?:en)?d(?:ment)?s\b/
/** Maximum number of sections in a list. */
const MAX_SECTIONS = 40
const PINS = String.raw`(?:\(\w{1,4}\))`
const AND = String.raw`(?:, (?:and |or |& )?|;? (?:and|or|&) )`
const ENDS = String.raw`(?=[,.;:)\]”"]|\s(?![A-Z]\.|USC|CFR|F\.)|$)`
const NEXT_SECTION = new RegExp(
  `^(?:\\s?${PINS}*)${AND}(?:§{1,2} ?)?(?<section>\\.\\d{1,4}[a-z]?|${SECTION})(?<pin>${PINS}*)${ENDS}`
)
/** Without a plural, a number alone can be a volume: `12(b)(6), 550 U.S. 544`. */
const NEXT_RULE = new RegExp(
  `^${AND}(?:(?<section>\\d{1,4}(?:\\.\\d{1,2})?)(?<pin>${PINS}+)|(?<=and |or |& )(?<section>\\d{1,4}(?:\\.\\d{1,2})?)(?= [a-z]))${ENDS}`
)
const NEXT_AMENDMENT = new RegExp(`^${AND}(?<section>[IVX]{1,6})(?<pin>)(?!\\w|\\.[A-Z\\d])`)

/** What a list continues, and how. */
function listOf({ text, groups }: Draft): { key: string; next: RegExp } | undefined {
  if (groups.amendment)
    return AMENDMENTS.test(text) ? { key: 'amendment', next: NEXT_AMENDMENT } : undefined
  const key = groups.rule ? 'rule' : 'section'
  if (!groups[key]) return undefined
  if (PLURAL.test(text)) return { key, next: NEXT_SECTION }
  return groups.rule && RULE_SET.test(text) ? { key, next: NEXT_RULE } : undefined
}

/** The further sections of a list, each a citation: `28 U.S.C. §§ 1331, 1332(a)(1), and 1367`. */
function* furtherSections(text: string, first: Draft): Generator<Draft> {
  const list = listOf(first)
  if (!list) return
  const { key, next } = list
  let { end } = first.spans.core
  end = subsections(text, end)?.end ?? end
  for (let count = 0; count < MAX_SECTIONS; count++) {
    const match = next.exec(text.slice(end, end + 80))
    if (!match) return
    const { section, pin = '' } = match.groups!
    const last = end + match[0].length
    const core = { start: last - pin.length - section!.length, end: last - pin.length }
    const { pinCite: _, year: __, parenthetical: ___, publisher: ____, ...same } = first
    yield {
      ...same,
      text: section!,
      spans: { core, withPin: core, full: { start: core.start, end: last } },
      groups: { ...first.groups, [key]: completeSection(first.groups[key]!, section!) },
      ...(pin && { pinCite: pin }),
    }
    end = last
  }
}

/** `164.504` for `.504` after `164.502`. */
function completeSection(first: string, section: string): string {
  return section.startsWith('.') ? first.replace(/\..*$/, '') + section : section
}

/** Whether an abbreviation is ambiguous and cannot be resolved. */
function isAmbiguousAbbreviation({ editions, edition }: Draft): boolean {
  return editions.length > 0 && !edition
}

function subsections(text: string, place: number) {
  const match = SUBSECTIONS.exec(text.slice(place, place + 80))
  return match && { text: match.groups!.pin!.replace(/^,? /, ''), end: place + match[0].length }
}

function datedAt(text: string, place: number) {
  const open = text[place] === '(' ? place : text.startsWith(' (', place) ? place + 1 : -1
  const paren = open < 0 ? null : parenthesized(text, open, 100)
  const match = paren && YEAR.exec(paren.text)
  if (!match) return null
  const { year, publisher } = match.groups!
  return { year: Number(year), publisher, end: paren.end }
}
