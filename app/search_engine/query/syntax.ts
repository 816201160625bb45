/**
 * The syntax tree: a query as written, before its fields and words are resolved.
 */

interface Written {
  /** Number of characters before it. */
  at: number
}

export type Syntax =
  | { is: 'and' | 'or'; of: Syntax[] }
  | { is: 'not'; of: Syntax }
  /** Operands joined by connectors, one fewer than operands; an operand is a leaf, an OR, or a chain. */
  | ({ is: 'chain'; of: Syntax[]; links: Connector[] } & Written)
  /** `name:` and its value. */
  | ({ is: 'field'; name: string; of: Syntax } & Written)
  /** `"…"`, or `"…"~N`. */
  | ({ is: 'phrase'; text: string; distance: string | null } & Written)
  | ({ is: 'word'; text: string } & Written)
  /** A word with `*` or `?`. */
  | ({ is: 'pattern'; text: string } & Written)
  /** `!root` */
  | ({ is: 'root'; text: string } & Written)
  /** `word~`, `word~1`. */
  | ({ is: 'fuzzy'; text: string; edits: string } & Written)
  | ({ is: 'range' } & RangeText & Written)
  /** `()` */
  | { is: 'nothing' }

export interface RangeText {
  /** null: `*` */
  from: string | null
  to: string | null
  /** Whether the bound itself is included. */
  fromIncluded: boolean
  toIncluded: boolean
}

/** A proximity connector. */
export interface Connector {
  unit: 'word' | 'sentence' | 'paragraph'
  /** Maximum number of words from one term to the next; 0 unless the unit is the word. */
  distance: number
  /** Whether the first term precedes the second. */
  ordered: boolean
  /** As written. */
  text: string
  at: number
}
