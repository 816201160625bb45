import type { Span } from './code_points.js'
import type { Publication } from './tables.js'

/**
 * What a citation is. `parallel` and `neutral` are full citations of a case:
 * another report of the case cited just before, and a number that names no
 * publisher's volume (`2004 MT 66`).
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

/** The three extents of a citation, in one unit. */
export interface Extents {
  /** `1 U.S. 1`, for short forms up to the page that is cited. */
  readonly core: Span
  /** With the page that is cited: `1 U.S. 1, 4`. */
  readonly withPin: Span
  /** From the name of the case to the parenthetical. */
  readonly full: Span
}

export interface Citation {
  readonly kind: Kind
  /** The core as it is written. */
  readonly text: string
  /** In UTF-16 units, as JavaScript counts. */
  readonly spans: Extents
  /** In Unicode code points. */
  readonly codePoints: Extents
  readonly volume?: string
  /** The abbreviation as it is written. */
  readonly reporter?: string
  /** The first page, null where a blank stands for it; of a short form the page that is cited. */
  readonly page?: string | null
  /** All parts of the core by their names: volume, page, title, section, chapter … */
  readonly groups: Readonly<Record<string, string>>
  /** What the abbreviation may mean, in the order of their names. */
  readonly editions: readonly Publication[]
  /** What it means, where the spelling and the year leave one. */
  readonly edition?: Publication
  readonly pinCite?: string
  readonly court?: string
  readonly year?: number
  readonly month?: string
  readonly day?: string
  readonly plaintiff?: string
  readonly defendant?: string
  /** The name before a short form, which a full citation earlier in the text may have. */
  readonly antecedent?: string
  /** What is between the citation and its year: further reports of the case. */
  readonly extra?: string
  readonly parenthetical?: string
  /** Publisher of a code of laws. */
  readonly publisher?: string
  /** How the author uses the authority: `See`, `cf.`, `But see`. */
  readonly signal?: string
}

/** A citation before its extents are known in both units. */
export type Draft = { -readonly [Field in keyof Omit<Citation, 'codePoints'>]: Citation[Field] }

/** What a citation takes from those before it. */
export interface Preceding {
  /** Where the text after the last citation begins. */
  readonly end: number
  readonly citation?: Draft
}

/** The citation with its canonical abbreviation: `1 U. S. 1` is `1 U.S. 1`. */
export function correctedCitation({
  text,
  reporter,
  edition,
}: Pick<Citation, 'text' | 'reporter' | 'edition'>): string {
  return reporter && edition ? text.replace(reporter, () => edition.name) : text
}
