import type { Span } from './code_points.js'
import type { Publication } from './tables.js'

/**
 * Kinds of citations. `parallel` and `neutral` are full citations of a case:
 * another report of the previously cited case, and a vendor-neutral number
 * (`2004 MT 66`).
 */
export type Kind =
  | 'case'
  | 'parallel'
  | 'neutral'
  | 'short'
  | 'supra'
  | 'id'
  | 'reference'
  | 'law'
  | 'journal'
  | 'section'

/** The three spans of a citation, in one unit. */
export interface Extents {
  /** `1 U.S. 1`; for short forms, up to the cited page. */
  readonly core: Span
  /** Including the cited page: `1 U.S. 1, 4`. */
  readonly withPin: Span
  /** From the case name to the parenthetical. */
  readonly full: Span
}

export interface Citation {
  readonly kind: Kind
  /** The core as written. */
  readonly text: string
  /** In UTF-16 units, as in JavaScript. */
  readonly spans: Extents
  /** In Unicode code points. */
  readonly codePoints: Extents
  readonly volume?: string
  /** The abbreviation as written. */
  readonly reporter?: string
  /** The first page, null for a placeholder; of a short form, the cited page. */
  readonly page?: string | null
  /** The section after a section sign without the name of a code. */
  readonly section?: string
  /** All parts of the core by name: volume, page, title, section, chapter … */
  readonly groups: Readonly<Record<string, string>>
  /** Publications that the abbreviation may mean, by name. */
  readonly editions: readonly Publication[]
  /** The publication, if the spelling and the year determine it. */
  readonly edition?: Publication
  readonly pinCite?: string
  readonly court?: string
  readonly year?: number
  readonly month?: string
  readonly day?: string
  readonly plaintiff?: string
  readonly defendant?: string
  /** The name before a short form, to match an earlier full citation. */
  readonly antecedent?: string
  /** The text between the citation and its year: further reports of the case. */
  readonly extra?: string
  readonly parenthetical?: string
  /** Publisher of a statutory code. */
  readonly publisher?: string
  /** Within the parentheses of another citation: `(quoting Foo, 1 U.S. 1)`. */
  readonly isNested?: boolean
  /** The signal of the citation: `See`, `cf.`, `But see`. */
  readonly signal?: string
}

/** A citation before its spans are known in both units. */
export type Draft = { -readonly [Field in keyof Omit<Citation, 'codePoints'>]: Citation[Field] }

/** Context from the preceding citations. */
export interface Preceding {
  /** Start of the text after the last citation. */
  readonly end: number
  readonly citation?: Draft
}

/** The citation with its canonical abbreviation: `1 U. S. 1` is `1 U.S. 1`. */
export function correctedCitation({
  text,
  reporter,
  edition,
}: Pick<Citation, 'text' | 'reporter' | 'edition'>): string {
  if (!reporter || !edition) return text
  // New York marks unreported opinions: `134(A)`, `51192(U)`.
  return text.replace(reporter, () => edition.name).replace(/\[([AU])\]$/, '($1)')
}
