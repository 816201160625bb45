import type { Cleaned } from './clean.js'
import type { Citation, Draft, Extents, Preceding } from './citation.js'
import { CodePoints } from './code_points.js'
import { fullCase } from './full_case.js'
import { buildCitationKnowledge } from './knowledge.js'
import { references } from './references.js'
import { idCitation, sectionCitation, shortCase, supraCitation } from './short_forms.js'
import type { CitationTables } from './tables.js'
import { tokenizeCitations, type Token, type Work, resolveEditions } from './tokens.js'
import { parentheticalAt, parenthesized, pinCiteAfter } from './after_citation.js'

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
    for (const token of tokenizeCitations(text, known.keywords, work)) {
      const draft = read(text, token, before)
      if (!draft) continue
      drafts.push(draft)
      before = { end: Math.max(before.end, draft.spans.withPin.end), citation: draft }
    }
    const all = [...drafts, ...references(text, drafts, markup)]
    all.sort((one, other) => one.spans.core.start - other.spans.core.start)
    const kept = removeAmbiguous ? all.filter((draft) => !isAmbiguousAbbreviation(draft)) : all
    return inBothUnits(text, kept)
  }

  function read(text: string, token: Token, before: Preceding): Draft | null {
    if (token.mark === 'id') return idCitation(text, token)
    if (token.mark === 'supra') return supraCitation(text, token)
    if (token.mark === 'section') return sectionCitation(text, token)
    const kind = (token.exact[0] ?? token.variants[0])!.kind
    if (kind !== 'case') return token.isShort ? null : lawOrJournal(text, token, kind)
    return token.isShort
      ? shortCase(text, token, before, known)
      : fullCase(text, token, before, known)
  }
}

function inBothUnits(text: string, drafts: readonly Draft[]): Citation[] {
  const points = new CodePoints(text)
  return drafts.map((draft) => ({ ...draft, codePoints: inCodePoints(draft.spans, points) }))
}

function inCodePoints({ core, withPin, full }: Extents, points: CodePoints): Extents {
  return { core: points.span(core), withPin: points.span(withPin), full: points.span(full) }
}

const SUBSECTION = String.raw`\((?:\w{1,4})\)`
const SUBSECTIONS = new RegExp(
  `^(?<pin>(?:${SUBSECTION})+(?:(?:, | and |-| & )(?:${SUBSECTION})+)*(?: et seq\\.?)?|,? et seq\\.?)`
)
const YEAR =
  /^\s*(?:(?<publisher>[A-Z][A-Za-z.,'& ]*?)\s+)?(?<year>\d{4})(?:[-–]\d{2,4}| & \d{4})?\s*$/

/** A citation of laws, `18 U.S.C. § 3500(b) (2018)`, or of a journal, `1 Minn. L. Rev. 1, 2-3 (2007)`. */
function lawOrJournal(text: string, token: Token, kind: 'law' | 'journal'): Draft {
  const pin = kind === 'law' ? subsections(text, token.end) : pinCiteAfter(text, token.end)
  const pinEnd = pin?.end ?? token.end
  const dated = datedAt(text, pinEnd)
  const datedEnd = dated?.end ?? pinEnd
  const parenthetical = parentheticalAt(text, datedEnd)
  const { editions, edition } = resolveEditions(token, dated?.year)
  const { volume, reporter, page } = token.groups
  const core = { start: token.start, end: token.end }
  return {
    kind,
    text: text.slice(token.start, token.end),
    spans: {
      core,
      withPin: core,
      full: { start: token.start, end: parenthetical?.end ?? datedEnd },
    },
    groups: token.groups,
    ...(volume && { volume }),
    reporter,
    ...(page && { page }),
    editions,
    ...(edition && { edition }),
    ...(pin && { pinCite: pin.text }),
    ...(dated && { year: dated.year }),
    ...(dated?.publisher && { publisher: dated.publisher }),
    ...(parenthetical && { parenthetical: parenthetical.text }),
  }
}

/** Whether an abbreviation is ambiguous and cannot be resolved. */
function isAmbiguousAbbreviation({ editions, edition }: Draft): boolean {
  return editions.length > 0 && !edition
}

function subsections(text: string, place: number) {
  const match = SUBSECTIONS.exec(text.slice(place, place + 80))
  return match && { text: match.groups!.pin!.trim(), end: place + match[0].length }
}

function datedAt(text: string, place: number) {
  const open = text[place] === '(' ? place : text.startsWith(' (', place) ? place + 1 : -1
  const paren = open < 0 ? null : parenthesized(text, open, 100)
  const match = paren && YEAR.exec(paren.text)
  if (!match) return null
  const { year, publisher } = match.groups!
  return { year: Number(year), publisher, end: paren.end }
}
