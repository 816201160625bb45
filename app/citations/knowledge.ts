import { CourtAbbreviations } from './court.js'
import { makeKeywords, type Keywords } from './keywords.js'
import type { CitationTables } from './tables.js'

/** The tables in the forms the extractor looks things up in. */
export interface Knowledge {
  readonly keywords: Keywords
  readonly courts: CourtAbbreviations
  readonly abbreviations: ReadonlySet<string>
}

export function knowledgeOf(tables: CitationTables): Knowledge {
  return {
    keywords: makeKeywords(tables),
    courts: new CourtAbbreviations(tables.courts),
    abbreviations: new Set(tables.abbreviations),
  }
}
