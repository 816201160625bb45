/** A publication that citations name: a reporter edition, a statutory code, or a journal. */
export interface Publication {
  readonly kind: 'case' | 'law' | 'journal'
  /** The canonical abbreviation: `U.S.`, `F.2d`, `Mass. Gen. Laws`. */
  readonly name: string
  /** Kind of the series: federal, state, neutral, specialty … */
  readonly series: string
  /** Years of the first and last volumes, null if unknown or still published. */
  readonly from: number | null
  readonly to: number | null
  /** Indexes of its forms in {@link CitationTables.forms}. */
  readonly forms: readonly number[]
  /** Variant spellings. */
  readonly spellings: readonly string[]
  /** Further spellings of a code, each with the indexes of its forms. */
  readonly codes?: readonly {
    readonly forms: readonly number[]
    readonly spellings: readonly string[]
  }[]
  /** Reports only the Supreme Court of the United States. */
  readonly isSupremeCourt?: boolean
}

/** A row of a table of codes: statutes, regulations, rules, constitutions, treaties, and reports. */
export interface CodeRow {
  /** Laws unless specified. */
  readonly kind?: Publication['kind']
  readonly name: string
  readonly series: string
  /** Keys of the forms in `codes.ts`. */
  readonly forms: readonly string[]
  readonly spellings: readonly string[]
  /** Reporters that the series replaces: `1993 PA 78` is a public act of Michigan. */
  readonly replaces?: readonly string[]
}

/** The form of a citation around the abbreviation of its publication: regular expressions. */
export interface CitationForm {
  readonly before: string
  /** Starts at the end of the abbreviation; with `leads`, at its start. */
  readonly after: string
  /** Prefixes of these citations if the form itself matches the abbreviation. */
  readonly leads?: readonly string[]
  /** Maximum length of the text before the abbreviation, if it is longer than a volume. */
  readonly reach?: number
}

/** A court with its abbreviations in citations and its names in documents. */
export interface CourtName {
  readonly id: string
  readonly name: string
  readonly citation: string
  /** Case-insensitive regular expressions for the full name. */
  readonly names: readonly string[]
  readonly system: string
  readonly type: string
  readonly location: string
  readonly parent?: string
}

/** The data of an extractor, contributed by `plugins/citations`. */
export interface CitationTables {
  readonly forms: readonly CitationForm[]
  readonly publications: readonly Publication[]
  readonly courts: readonly CourtName[]
  /** Abbreviations in case names: `Constr.`, `Ass'n`. */
  readonly abbreviations: readonly string[]
  /** Abbreviations of reporters that also mean something else, and so need a case name. */
  readonly needName: readonly string[]
}
