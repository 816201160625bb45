/**
 * What a text cites, by case: in the words of the text, before anything is
 * looked up.
 */
import type { Citation } from '#app/citations/citation'
import { clean, type Cleaned } from '#app/citations/clean'
import type { Extract } from '#app/citations/extractor'
import { resolve, type Cluster } from '#app/citations/resolve'
import { caseGroups } from '../lookup/case_groups.js'
import type { SoughtCitation } from '../lookup/find_clusters.js'
import { citationType } from '../lookup/citation_types.js'
import { isRemark } from './remarks.js'

/** More cases than any opinion cites; a text with more is made to be one. */
export const MAX_CASES = 5_000
const MAX_REPORTS = 10
/** References that are linked; a link is ten times as long as a short citation. */
export const MAX_LINKS = 50_000
/** Of one case. */
const MAX_REMARKS = 100
const MAX_PART_LENGTH = 100

/** A citation of a case in full. */
export interface Report extends SoughtCitation {
  readonly type: number
  /** As it is written. */
  readonly text: string
  readonly court: string
  readonly year: number | null
}

/** A case a text cites. */
export interface CitedCase {
  /** Its citation and parallel ones. */
  readonly reports: readonly Report[]
  /** References to it: in full, short, `supra`, `id.`, by name; parallel citations are no further ones. */
  readonly depth: number
  readonly remarks: readonly string[]
  /** Opinions that the text's own links to the case lead to, one for each link. */
  readonly linked: readonly number[]
}

/** Where a case is referred to, in UTF-16 units of the cleaned text. */
export interface Mention {
  readonly case: number
  readonly citation: Citation
}

export interface ReadText {
  readonly cleaned: Cleaned
  readonly isHtml: boolean
  readonly cases: readonly CitedCase[]
  readonly mentions: readonly Mention[]
}

/** @param source a text of an opinion as it is stored */
export function readText(extract: Extract, source: string, isHtml: boolean): ReadText {
  const cleaned = clean(source, isHtml ? ['html', 'all_whitespace'] : ['all_whitespace'])
  const citations = extract(cleaned.text, isHtml ? { markup: cleaned } : {})
  const groups = caseGroups(resolve(citations)).slice(0, MAX_CASES)
  const mentions = groups.flatMap((group, place) =>
    group.flatMap((cluster) => cluster.mentions.map((citation) => ({ case: place, citation })))
  )
  mentions.sort((one, other) => one.citation.spans.core.start - other.citation.spans.core.start)
  const cases = groups.map((group) => citedCase(group, cleaned))
  return { cleaned, isHtml, cases, mentions: mentions.slice(0, MAX_LINKS) }
}

function citedCase(group: readonly Cluster[], cleaned: Cleaned): CitedCase {
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
    linked,
  }
}

/** Undefined where a part is missing: `410 U.S. ___`. */
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

/** A link of the public files before a citation; they say which opinion of the case is meant. */
const LINK = /<span class="citation" data-id="(\d{1,15})">(?:<a [^<>]*>)?$/
const MAX_LINK_LENGTH = 400

function linkedOpinion({ source, origin }: Cleaned, { spans }: Citation): number | undefined {
  const start = origin[spans.core.start]!
  const found = LINK.exec(source.slice(Math.max(0, start - MAX_LINK_LENGTH), start))
  return found ? Number(found[1]) : undefined
}
