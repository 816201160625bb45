/**
 * The query tree: a query with its fields resolved and its words analyzed. The
 * parser creates it, engines compile it, and alerts match new documents
 * against it.
 *
 * Words have one of the two forms that the analyzer produces for the text of
 * documents (`analysis/`). Phrases and proximity match within one value of one
 * field.
 */

/**
 * The stem of a word, the word as written (lowercase, folded), or a key of a value whose field
 * has a shape.
 */
export type WordForm = 'stem' | 'exact' | 'key'

/** Days since 1970-01-01 for dates, milliseconds since then for datetimes, or the number itself. */
export type RangeBound = number | null

export type QueryTree =
  /** Matches everything, or nothing. */
  | { op: 'all' }
  | { op: 'none' }
  | { op: 'and'; of: QueryTree[] }
  | { op: 'or'; of: QueryTree[] }
  | { op: 'not'; of: QueryTree }
  | QueryLeaf

export type QueryLeaf =
  /** One of the fields contains the word. */
  | { op: 'word'; fields: string[]; word: string; form: WordForm }
  /** One of the fields contains the words next to each other, in this order. */
  | { op: 'phrase'; fields: string[]; words: string[]; form: WordForm }
  /**
   * One of the fields contains all words, in any order, with at most `distance` other words
   * between the first and the last of them.
   */
  | { op: 'near'; fields: string[]; words: string[]; form: WordForm; distance: number }
  /** One value of one of the fields contains terms in positions that the links allow. */
  | { op: 'connected'; fields: string[]; chain: Chain }
  /** A word, as written, with this prefix. */
  | { op: 'prefix'; fields: string[]; prefix: string }
  /**
   * A word, as written, that matches this pattern: `*` is any run of letters and digits, even
   * an empty one; `?` is one character.
   */
  | { op: 'wildcard'; fields: string[]; pattern: string }
  /**
   * A word, as written, within an edit distance (optimal string alignment: swapping adjacent
   * letters is one edit).
   */
  | { op: 'fuzzy'; fields: string[]; word: string; edits: 1 | 2 }
  /**
   * A number, date, or datetime within inclusive bounds; null is unbounded. A missing value
   * never matches.
   */
  | { op: 'range'; field: string; from: RangeBound; to: RangeBound }
  /** A keyword, number, or boolean field has one of the values. Keywords and booleans are lowercase. */
  | { op: 'is'; field: string; values: (string | number)[] }

export type TermLeaf = Extract<
  QueryLeaf,
  { op: 'word' | 'phrase' | 'prefix' | 'wildcard' | 'fuzzy' }
>

/** Terms one of which is meant, alternatives, or a chain as a part of another one. */
export type Operand = { is: 'terms'; of: TermLeaf[] } | { is: 'any'; of: Operand[] } | Chain

/** Operands in a row; each is linked to the next. */
export interface Chain {
  is: 'chain'
  of: Operand[]
  links: Link[]
}

/**
 * Relation of two terms that don't overlap: with the number of words from the end of one to the
 * start of the other, or in one sentence or paragraph.
 */
export interface Link {
  unit: 'word' | 'sentence' | 'paragraph'
  /** For the unit `word`: 1 for adjacent words. */
  distance: number
  /** Whether the first term precedes the second. */
  ordered: boolean
  /** The unit that both must be in because of a looser link around this one. */
  inside: 'sentence' | 'paragraph' | null
}

/** All terms of an operand, from left to right. */
export function listTerms(operand: Operand): TermLeaf[] {
  return operand.is === 'terms' ? operand.of : operand.of.flatMap(listTerms)
}

/** Maximum nesting depth of a query; the parser rejects deeper ones (400). */
export const DEEPEST_QUERY = 20

export const ALL: QueryTree = { op: 'all' }
export const NONE: QueryTree = { op: 'none' }

/** All parts must match. Flattens, and omits parts without conditions. */
export function and(...of: QueryTree[]): QueryTree {
  const flat = of.flatMap((tree) => (tree.op === 'and' ? tree.of : [tree]))
  if (flat.some(({ op }) => op === 'none')) return NONE
  const rest = flat.filter(({ op }) => op !== 'all')
  return rest.length === 0 ? ALL : rest.length === 1 ? rest[0]! : { op: 'and', of: rest }
}

/** One of the parts must match. Flattens, and omits parts without conditions. */
export function or(...of: QueryTree[]): QueryTree {
  const flat = of.flatMap((tree) => (tree.op === 'or' ? tree.of : [tree]))
  if (flat.some(({ op }) => op === 'all')) return ALL
  const rest = flat.filter(({ op }) => op !== 'none')
  return rest.length === 0 ? NONE : rest.length === 1 ? rest[0]! : { op: 'or', of: rest }
}

/** The tree must not match. */
export function not(tree: QueryTree): QueryTree {
  if (tree.op === 'not') return tree.of
  if (tree.op === 'all') return NONE
  if (tree.op === 'none') return ALL
  return { op: 'not', of: tree }
}

/** All leaves, from left to right. */
export function listQueryLeaves(tree: QueryTree): QueryLeaf[] {
  if (tree.op === 'all' || tree.op === 'none') return []
  if (tree.op === 'not') return listQueryLeaves(tree.of)
  return tree.op === 'and' || tree.op === 'or' ? tree.of.flatMap(listQueryLeaves) : [tree]
}

/** Leaves that match by presence, not by absence. */
export function positiveLeaves(tree: QueryTree): QueryLeaf[] {
  if (tree.op === 'not' || tree.op === 'all' || tree.op === 'none') return []
  return tree.op === 'and' || tree.op === 'or' ? tree.of.flatMap(positiveLeaves) : [tree]
}

/**
 * Merges equal parts of each AND and OR. The tree matches the same rows, and a
 * repeated word scores once.
 */
export function withoutRepeats(tree: QueryTree): QueryTree {
  if (tree.op === 'not') return not(withoutRepeats(tree.of))
  if (tree.op !== 'and' && tree.op !== 'or') return tree
  const join = tree.op === 'and' ? and : or
  const joined = join(...tree.of.map(withoutRepeats))
  return joined.op === tree.op ? join(...distinct(joined.of)) : joined
}

/** The first of each set of equal trees. */
export function distinct<Tree extends QueryTree>(trees: Tree[]): Tree[] {
  return [...new Map(trees.map((tree) => [JSON.stringify(tree), tree])).values()]
}

/** Number of operators that enclose the deepest leaf. */
export function getQueryDepth(tree: QueryTree): number {
  if (tree.op === 'not') return 1 + getQueryDepth(tree.of)
  if (tree.op !== 'and' && tree.op !== 'or') return 0
  return 1 + Math.max(...tree.of.map(getQueryDepth))
}
