import type { Citation } from '#app/citations/citation'
import { makeExtractor, type Extract } from '#app/citations/extractor'
import { citationTables } from '../citation_tables.js'

let extractor: Extract | undefined

/** All citations of a text whose whitespace is clean, in their order. */
export function extractCitations(text: string): Citation[] {
  // Made once, when first needed: that takes longer than a lookup.
  extractor ??= makeExtractor(citationTables())
  return extractor(text)
}
