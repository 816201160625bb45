/** A reporter edition, a code of laws or a journal: what a citation names. */
export interface Publication {
  readonly kind: 'case' | 'law' | 'journal'
  /** The canonical abbreviation: `U.S.`, `F.2d`, `Mass. Gen. Laws`. */
  readonly name: string
  /** Kind of the series: federal, state, neutral, specialty … */
  readonly series: string
  /** Years of the first and the last volume, null where unknown or still published. */
  readonly from: number | null
  readonly to: number | null
  /** Places of its forms in {@link CitationTables.forms}. */
  readonly forms: readonly number[]
  /** Other spellings in use. */
  readonly spellings: readonly string[]
  /** Reports the Supreme Court of the United States only. */
  readonly isSupremeCourt?: boolean
}

/** How a citation is written around the abbreviation of its publication: regular expressions. */
export interface CitationForm {
  readonly before: string
  /** Starts at the end of the abbreviation; with `leads`, at its beginning. */
  readonly after: string
  /** What such citations begin with where the form itself matches the abbreviation. */
  readonly leads?: readonly string[]
}

/** A court as citations abbreviate it and as documents name it. */
export interface CourtName {
  readonly id: string
  readonly name: string
  readonly citation: string
  /** Regular expressions for the full name, without case. */
  readonly names: readonly string[]
  readonly system: string
  readonly type: string
  readonly location: string
  readonly parent?: string
}

/** The data an extractor works with; `plugins/citations` contributes it. */
export interface CitationTables {
  readonly forms: readonly CitationForm[]
  readonly publications: readonly Publication[]
  readonly courts: readonly CourtName[]
  /** How names of cases are abbreviated: `Constr.`, `Ass'n`. */
  readonly abbreviations: readonly string[]
}
