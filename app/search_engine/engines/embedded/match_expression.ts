/** Second step of compiling: FTS5 expressions of trees that need nothing else. */
import { EVERY_ROW, MARKS, type IndexLayout } from './layout.js'
import {
  BEGINNING,
  BEGINNING_LETTERS,
  EXACT,
  GAP_WORDS,
  KEY,
  buildFieldMarker,
} from './row_content.js'
import type { WordForm } from '../../query/tree.js'
import type { ResolvedTree, TextLeaf } from './resolve_query.js'

/** Marker in FTS5 expressions for a condition that matches all rows. */
const EVERYTHING = `${MARKS} : ${quoted(EVERY_ROW)}`

/** The expression, or null if the tree needs values or other rows. */
export function matchExpression(tree: ResolvedTree, layout: IndexLayout): string | null {
  switch (tree.op) {
    case 'all':
      return EVERYTHING
    case 'none':
    case 'range':
    case 'own':
    case 'connected':
      return null
    case 'and':
      return conjunction(tree.of, layout)
    case 'or':
      return joined(tree.of, layout, ' OR ')
    case 'not': {
      const inner = matchExpression(tree.of, layout)
      return inner && `(${EVERYTHING} NOT ${inner})`
    }
    case 'is':
      return `(${tree.values.map((value) => `${MARKS} : ${quoted(buildFieldMarker(tree.field, value))}`).join(' OR ')})`
    default:
      return textExpression(tree, layout)
  }
}

/** Expression of words, with the columns to search. */
export function textExpression(leaf: TextLeaf, layout: IndexLayout): string {
  const columns = leaf.fields.map((name) => layout.fields.get(name)!.words).join(' ')
  return `({${columns}} : ${wordsExpression(leaf)})`
}

function wordsExpression(leaf: TextLeaf): string {
  switch (leaf.op) {
    case 'prefix':
      return [...leaf.prefix].length === BEGINNING_LETTERS
        ? quoted(BEGINNING + leaf.prefix)
        : `${quoted(EXACT + leaf.prefix)} *`
    case 'words':
      return `(${leaf.words.map((word) => quoted(EXACT + word)).join(' OR ')})`
    case 'phrase':
      return quoted(formed(leaf.words, leaf.form).join(' '))
    case 'near': {
      const words = formed(leaf.words, leaf.form)
      if (words.length === 1) return quoted(words[0]!)
      // FTS5 counts the words between the first and the last, including the words of the
      // search.
      const between = Math.min(leaf.distance + words.length - 2, GAP_WORDS - 1)
      return `NEAR(${words.map(quoted).join(' ')}, ${between})`
    }
  }
}

const SIGNS = { stem: '', exact: EXACT, key: KEY }

function formed(words: string[], form: WordForm): string[] {
  return words.map((word) => SIGNS[form] + word)
}

function conjunction(parts: ResolvedTree[], layout: IndexLayout): string | null {
  const positive = parts.filter(({ op }) => op !== 'not')
  const negative = parts.flatMap((part) => (part.op === 'not' ? [part.of] : []))
  const wanted = positive.length ? joined(positive, layout, ' AND ') : EVERYTHING
  if (!negative.length || !wanted) return wanted
  const unwanted = joined(negative, layout, ' OR ')
  return unwanted && `(${wanted} NOT ${unwanted})`
}

function joined(parts: ResolvedTree[], layout: IndexLayout, by: string): string | null {
  const expressions = parts.map((part) => matchExpression(part, layout))
  if (expressions.includes(null)) return null
  return expressions.length === 1 ? expressions[0]! : `(${expressions.join(by)})`
}

function quoted(words: string): string {
  return `"${words.replaceAll('\0', '').replaceAll('"', '""')}"`
}
