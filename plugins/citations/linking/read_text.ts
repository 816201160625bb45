/**
 * Reads the cases and statutes that a text cites, without a lookup.
 */
import type { Citation } from '#app/citations/citation'
import { clean, type Cleaned } from '#app/citations/clean'
import type { Extract } from '#app/citations/extractor'
import { resolve, type Cluster } from '#app/citations/resolve'
import { findTreatments, type Treatment } from '#app/citations/treatment'
import { citedProvisions, enclosingSubsections } from '../statutes/provisions.js'
import { caseGroups } from '../lookup/text_citations.js'
import type { SoughtCitation } from '../lookup/find_clusters.js'
import { citationType } from '../lookup/known_reporters.js'

/** Maximum number of cases, more than any real opinion cites. */
export const MAX_CASES = 5_000
const MAX_REPORTS = 10
/** Maximum number of linked references, because links are ten times as long as short citations. */
export const MAX_LINKS = 50_000
/** Maximum number of parentheticals per case. */
const MAX_REMARKS = 100
/** Maximum number of cited sections, and of subsections per section. */
const MAX_STATUTES = 2_000
const MAX_SUBSECTIONS = 50
const MAX_PART_LENGTH = 100

/** A full citation of a case. */
export interface Report extends SoughtCitation {
  readonly type: number
  /** Citation as written. */
  readonly text: string
  readonly court: string
  readonly year: number | null
}

/** A cited case. */
export interface CitedCase {
  /** Its citation and parallel citations. */
  readonly reports: readonly Report[]
  /** Number of references (full, short, `supra`, `id.`, by name), without parallel citations. */
  readonly depth: number
  readonly remarks: readonly string[]
  /** Statements about its treatment, at most one of each kind. */
  readonly treatments: readonly StatedTreatment[]
  /** Targets of existing links to the case, one per link. */
  readonly linked: readonly number[]
}

/** A statement about the treatment of a case. */
export type StatedTreatment = Pick<Treatment, 'kind' | 'sentence'>

/** A reference to a case; positions are UTF-16 units of the cleaned text. */
export interface Mention {
  readonly case: number
  readonly citation: Citation
}

/** A cited section of a code, rule, regulation, or constitution. */
export interface CitedStatute {
  /** Its standard form: `42 U.S.C. § 1983`. */
  readonly section: string
  /** Cited subsections and those that contain them: `(c)`, `(c)(1)`. */
  readonly subsections: readonly string[]
  /** Number of citations. */
  readonly depth: number
}

export interface ReadText {
  readonly cleaned: Cleaned
  readonly isHtml: boolean
  readonly statutes: readonly CitedStatute[]
  readonly cases: readonly CitedCase[]
  readonly mentions: readonly Mention[]
}

/** @param source stored text of an opinion */
export function readText(extract: Extract, source: string, isHtml: boolean): ReadText {
  const cleaned = clean(source, isHtml ? ['html', 'all_whitespace'] : ['all_whitespace'])
  const citations = extract(cleaned.text, isHtml ? { markup: cleaned } : {})
  const groups = caseGroups(resolve(citations)).slice(0, MAX_CASES)
  const mentions = groups.flatMap((group, place) =>
    group.flatMap((cluster) => cluster.mentions.map((citation) => ({ case: place, citation })))
  )
  mentions.sort((one, other) => one.citation.spans.core.start - other.citation.spans.core.start)
  const stated = new Map(
    findTreatments(
      cleaned.text,
      citations,
      groups.map((group) => group.flatMap((cluster) => cluster.mentions))
    ).map((treatment) => [treatment.citation, treatment])
  )
  const cases = groups.map((group) => citedCase(group, cleaned, stated))
  const statutes = citedStatutes(citations, cleaned.text)
  return { cleaned, isHtml, cases, statutes, mentions: mentions.slice(0, MAX_LINKS) }
}

function citedStatutes(citations: readonly Citation[], text: string): CitedStatute[] {
  const found = new Map<string, { subsections: Set<string>; depth: number }>()
  for (const citation of citations)
    for (const { label, subsections } of citedProvisions(citation, text)) {
      const known = found.get(label) ?? { subsections: new Set<string>(), depth: 0 }
      if (!found.has(label) && found.size < MAX_STATUTES) found.set(label, known)
      known.depth++
      for (const part of enclosingSubsections(subsections))
        if (known.subsections.size < MAX_SUBSECTIONS) known.subsections.add(part)
    }
  return [...found].map(([section, { subsections, depth }]) => ({
    section,
    subsections: [...subsections].toSorted(),
    depth,
  }))
}

function citedCase(
  group: readonly Cluster[],
  cleaned: Cleaned,
  stated: ReadonlyMap<Citation, Treatment>
): CitedCase {
  const mentions = group.flatMap(({ mentions: some }) => some)
  const isRepeated = (citation: Citation) =>
    citation.kind === 'parallel' ||
    group.some(({ authority, parallelTo }) => parallelTo !== undefined && authority === citation)
  const remarks = mentions.flatMap(({ parenthetical }) => parenthetical?.trim() ?? [])
  const linked = mentions.flatMap((citation) => linkedOpinion(cleaned, citation) ?? [])
  return {
    reports: group.slice(0, MAX_REPORTS).flatMap(({ authority }) => reportOf(authority) ?? []),
    depth: mentions.filter((citation) => !isRepeated(citation)).length,
    remarks: [...new Set(remarks.filter(isRemark))].slice(0, MAX_REMARKS),
    treatments: firstOfKinds(mentions.flatMap((citation) => stated.get(citation) ?? [])),
    linked,
  }
}

/** Returns the first statement of each kind in the text. */
function firstOfKinds(treatments: Treatment[]): StatedTreatment[] {
  treatments.sort((one, other) => other.citation.spans.core.start - one.citation.spans.core.start)
  const byKind = new Map(
    treatments.map(({ kind, sentence }) => [kind, { kind, sentence: closedUp(sentence) }])
  )
  return [...byKind.values()]
}

/** Returns undefined if a part is missing: `410 U.S. ___`. */
function reportOf({ volume, page, edition, editions, text, court, year }: Citation) {
  if (!volume || !page || volume.length > MAX_PART_LENGTH || page.length > MAX_PART_LENGTH)
    return undefined
  const meant = edition ? [edition] : editions
  if (!meant.length) return undefined
  return {
    volume,
    page,
    reporters: meant.map(({ name }) => name),
    type: citationType(meant[0]!.series),
    text,
    court: court ?? '',
    year: year ?? null,
  } satisfies Report
}

/** Link markup of the public files before a citation, with the ID of the cited opinion. */
const LINK = /<span class="citation" data-id="(\d{1,15})">(?:<a [^<>]*>)?$/
const MAX_LINK_LENGTH = 400

function linkedOpinion({ source, origin }: Cleaned, { spans }: Citation): number | undefined {
  const start = origin[spans.core.start]!
  const found = LINK.exec(source.slice(Math.max(0, start - MAX_LINK_LENGTH), start))
  return found ? Number(found[1]) : undefined
}

const FEWEST_WORDS = 3
/** Maximum length; longer ones usually lack a closing parenthesis. */
const MAX_LENGTH = 2_000

/** Beginnings of parentheticals that describe the citation or another source. */
const ABOUT_THE_CITATION =
  /^\W*(?:internal|citations?|quotations?|quotes|quoting|quoted|citing|cited|emphas[ie]s|alterations?|footnotes?|brackets?|ellips[ie]s|per curiam|en banc|in banc|plurality|memorandum|mem\b|unpublished|table|same\b|hereinafter|slip op|cert\b|rev'd|aff'd|overruled|opinion of|judgment of|abrogated|superseded)/i
const OF_A_JUDGE =
  /\b(?:JJ?\.|C\.\s?J\.|dissenting|concurring|in chambers)(?:\W|$)|\bdissenting opinion/
const ENDS_OTHERWISE = /\b(?:omitted|added|supplied|in original|removed|deleted)\W*$/i
/** `9th Cir. 2001`, `2d ed. 1990` */
const COURT_AND_YEAR = /^(?:\S{1,20}\s){0,5}\d{4}$/
/** `holding that`, `finding`, `noting` … */
const PARTICIPLE = /^[a-z]+ing\b/i

/** Whether a parenthetical describes the cited case, such as `holding that …`, not `citation omitted`. */
function isRemark(text: string): boolean {
  if (text.length > MAX_LENGTH || wordsIn(text) < FEWEST_WORDS) return false
  return ![ABOUT_THE_CITATION, OF_A_JUDGE, ENDS_OTHERWISE, COURT_AND_YEAR].some((sign) =>
    sign.test(text)
  )
}

const BEST_LENGTH = { from: 8, to: 40 }

/** Estimates how informative a parenthetical is, from 0 to 1, by its first word and length. */
export function remarkScore(text: string): number {
  const words = wordsIn(text)
  const { from, to } = BEST_LENGTH
  const length = words < from ? words / from : words > to ? to / words : 1
  return Math.round((PARTICIPLE.test(text) ? 0.5 : 0.2) * 1e4 + length * 0.5e4) / 1e4
}

function wordsIn(text: string): number {
  return text.match(/\S+/g)?.length ?? 0
}

/** Without the spaces that stand for tags: `Foo , 1 F.3d 1`. */
const closedUp = (sentence: string) => sentence.replaceAll(/ (?=[,;:.)\]])(?!\. \.)/g, '')
