import { clean } from '#app/citations/clean'
import type { Citation } from '#app/citations/citation'
import { CodePoints } from '#app/citations/code_points'
import { resolve } from '#app/citations/resolve'
import { codePoints, type CitationParts } from './lookup_request.js'
import { knownReporters } from './known_reporters.js'
import { makeExtractor, type Extract } from '#app/citations/extractor'
import { citationTables } from '../citation_tables.js'

/** A citation to look up with its position in the text. */
export interface LocatedCitation extends CitationParts {
  /** Citation as written. */
  readonly citation: string
  /** Position in code points; the end is exclusive. */
  readonly start: number
  readonly end: number
  /** Standard abbreviations that the reporter can mean; empty for an unknown reporter. */
  readonly reporters: readonly string[]
  /** Name of the case in the text. */
  readonly citedName: string | null
}

/**
 * Finds full and short citations of cases with volume, reporter, and page, even
 * across line breaks. Laws, journals, `id.`, `supra`, and citations without a
 * page are excluded (specification, Citation lookup 3).
 */
export function citationsIn(source: string): LocatedCitation[] {
  const { text, origin } = clean(source, ['all_whitespace'])
  return [...located(source, origin, extractCitations(text)).values()]
}

/** A citation; short forms have the position of their full citation. */
export interface MentionedCitation extends LocatedCitation {
  /** `start` of the full citation. */
  readonly repeats?: number
}

/** Like {@link citationsIn}, with the full citations of short forms. */
export function mentionsIn(source: string): MentionedCitation[] {
  const { text, origin } = clean(source, ['all_whitespace'])
  const citations = extractCitations(text)
  const shown = located(source, origin, citations)
  const authorities = new Map(
    resolve(citations).flatMap(({ authority, mentions }) =>
      mentions.map((mention) => [mention, authority] as const)
    )
  )
  return [...shown].map(([citation, one]) => {
    const authority = authorities.get(citation)
    if (citation.kind !== 'short' || !authority) return one
    const repeats = shown.get(authority)?.start
    return repeats === undefined ? one : { ...one, repeats }
  })
}

/** @param origin position in `source` of each character of the cleaned text */
function located(
  source: string,
  origin: ArrayLike<number>,
  citations: readonly Citation[]
): Map<Citation, LocatedCitation> {
  const points = new CodePoints(source)
  const shown = new Map<Citation, LocatedCitation>()
  for (const found of citations) {
    const { kind, volume, reporter, page } = found
    if (kind === 'law' || kind === 'journal' || !volume || !reporter || !page) continue
    if (/^_+$/.test(page)) continue
    const { start, end } = found.spans.core
    shown.set(found, {
      citation: found.text,
      ...points.span({ start: origin[start]!, end: origin[end - 1]! + 1 }),
      volume,
      reporter,
      page,
      reporters: reportersIn(found, reporter),
      citedName: citedName(found),
    })
  }
  return shown
}

/** The reporters that a citation can mean. */
export function reportersIn({ editions }: Pick<Citation, 'editions'>, written: string): string[] {
  const known = knownReporters().find(written)
  // The extractor also recognizes spellings that differ in spaces.
  return known.length ? known : editions.map(({ name }) => name)
}

/** Creates a citation from its parts. */
export function toLocatedCitation({ volume, reporter, page }: CitationParts): LocatedCitation {
  const citation = `${volume} ${reporter} ${page}`
  return {
    citation,
    start: 0,
    end: codePoints(citation),
    volume,
    reporter,
    page,
    reporters: knownReporters().find(reporter),
    citedName: null,
  }
}

/** Returns the name of a case before its citation in the text. */
export function citedName({
  plaintiff,
  defendant,
  antecedent,
}: Pick<Citation, 'plaintiff' | 'defendant' | 'antecedent'>): string | null {
  if (plaintiff && defendant) return `${plaintiff} v. ${defendant}`
  return defendant ?? plaintiff ?? antecedent ?? null
}

let extractor: Extract | undefined

/** Returns all citations of a text with cleaned whitespace, in order. */
export function extractCitations(text: string): Citation[] {
  // Created on first use, because it takes longer than a lookup.
  extractor ??= makeExtractor(citationTables())
  return extractor(text)
}
