import { clean } from '#app/citations/clean'
import type { Citation } from '#app/citations/citation'
import { CodePoints } from '#app/citations/code_points'
import { resolve } from '#app/citations/resolve'
import { codePoints, type CitationParts } from './lookup_request.js'
import { knownReporters } from './known_reporters.js'
import { makeExtractor, type Extract } from '#app/citations/extractor'
import { citationTables } from '../citation_tables.js'

/** A citation to look up, with its place in the text. */
export interface LocatedCitation extends CitationParts {
  /** As written. */
  readonly citation: string
  /** In code points; the end is exclusive. */
  readonly start: number
  readonly end: number
  /** Canonical abbreviations the reporter may mean; none for an unknown reporter. */
  readonly reporters: readonly string[]
  /** Name of the case as the text has it. */
  readonly citedName: string | null
}

/**
 * Citations of cases by volume, reporter and page, full and short, also where
 * lines break within them. Those of laws and journals, `id.`, `supra` and
 * blank pages are none (citation-lookup 3).
 */
export function citationsIn(source: string): LocatedCitation[] {
  const { text, origin } = clean(source, ['all_whitespace'])
  return [...located(source, origin, extractCitations(text)).values()]
}

/** A citation with the place of the full citation that a short form repeats. */
export interface MentionedCitation extends LocatedCitation {
  /** `start` of an earlier citation of the text. */
  readonly repeats?: number
}

/** As {@link citationsIn}; short forms name the full citation they repeat. */
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

/** @param origin of each character of the cleaned text in `source` */
function located(
  source: string,
  origin: ArrayLike<number>,
  citations: readonly Citation[]
): Map<Citation, LocatedCitation> {
  const names = knownReporters()
  const points = new CodePoints(source)
  const shown = new Map<Citation, LocatedCitation>()
  for (const found of citations) {
    const { kind, volume, reporter, page } = found
    if (kind === 'law' || kind === 'journal' || !volume || !reporter || !page) continue
    if (/^_+$/.test(page)) continue
    const reporters = names.find(reporter)
    const { start, end } = found.spans.core
    shown.set(found, {
      citation: found.text,
      ...points.span({ start: origin[start]!, end: origin[end - 1]! + 1 }),
      volume,
      reporter,
      page,
      // The extractor knows spellings that differ by spaces.
      reporters: reporters.length ? reporters : found.editions.map(({ name }) => name),
      citedName: citedName(found),
    })
  }
  return shown
}

/** A citation that was given in its parts. */
export function citationOf({ volume, reporter, page }: CitationParts): LocatedCitation {
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

/** The name of a case as the text has it before its citation. */
export function citedName({
  plaintiff,
  defendant,
  antecedent,
}: Pick<Citation, 'plaintiff' | 'defendant' | 'antecedent'>): string | null {
  if (plaintiff && defendant) return `${plaintiff} v. ${defendant}`
  return defendant ?? plaintiff ?? antecedent ?? null
}

let extractor: Extract | undefined

/** All citations of a text whose whitespace is clean, in their order. */
export function extractCitations(text: string): Citation[] {
  // Made once, when first needed: that takes longer than a lookup.
  extractor ??= makeExtractor(citationTables())
  return extractor(text)
}
