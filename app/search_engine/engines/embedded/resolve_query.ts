/**
 * First step of compiling: a tree over the index's own columns. Wildcards and fuzzy words are
 * expanded to the words they match, fields that the index does not have are dropped, and
 * conditions that only the parent's own row can decide are separated.
 */
import { type IndexLayout } from './layout.js'
import type { WordsLeaf } from '../../query/match_words.js'
import { blocksWithin } from './row_content.js'
import { and, not, or, type QueryLeaf, type QueryTree, type WordForm } from '../../query/tree.js'

/** A row whose parent's own row satisfies a condition. */
export interface OwnNode {
  op: 'own'
  of: ResolvedLeaf
}

export type TextLeaf =
  | { op: 'phrase'; fields: string[]; words: string[]; form: WordForm }
  | { op: 'near'; fields: string[]; words: string[]; form: WordForm; distance: number }
  | { op: 'prefix'; fields: string[]; prefix: string }
  | { op: 'words'; fields: string[]; words: string[] }

export type ResolvedLeaf =
  TextLeaf | Extract<QueryLeaf, { op: 'range' }> | Extract<QueryLeaf, { op: 'is' }>

export type ResolvedTree =
  | { op: 'all' }
  | { op: 'none' }
  | { op: 'and'; of: ResolvedTree[] }
  | { op: 'or'; of: ResolvedTree[] }
  | { op: 'not'; of: ResolvedTree }
  | OwnNode
  | ResolvedLeaf

const NOTHING: ResolvedTree = { op: 'none' }

/** Looks words and values up in the index's vocabulary. */
export interface Vocabulary {
  /** Words that a leaf matches. @throws SearchTooBroad */
  wordsFor(leaf: WordsLeaf): string[]
  /** Values of a field with several numbers, within bounds. @throws SearchTooBroad */
  valuesBetween(field: string, from: number | null, to: number | null): (string | number)[]
}

export function resolveQuery(
  tree: QueryTree,
  layout: IndexLayout,
  vocabulary: Vocabulary
): ResolvedTree {
  // `and`, `or`, and `not` fold trees of any leaves, but are typed for queries.
  const fold = (resolved: ResolvedTree) => resolved as QueryTree
  const resolve = (node: QueryTree): ResolvedTree => {
    switch (node.op) {
      case 'and':
        return and(...node.of.map((part) => fold(resolve(part)))) as ResolvedTree
      case 'or':
        return or(...node.of.map((part) => fold(resolve(part)))) as ResolvedTree
      case 'not':
        return not(fold(resolve(node.of))) as ResolvedTree
      case 'all':
      case 'none':
        return node
      case 'range':
        return resolveRange(node, layout, vocabulary)
      case 'is': {
        const field = layout.fields.get(node.field)
        if (!field || field.kind === 'text' || !node.values.length) return NOTHING
        return field.ownRow && field.several ? { op: 'own', of: node } : node
      }
      default:
        return resolveText(node, layout, vocabulary)
    }
  }
  return resolve(tree)
}

/** All leaves of words, including negated leaves. */
export function textLeaves(tree: ResolvedTree): TextLeaf[] {
  switch (tree.op) {
    case 'and':
    case 'or':
      return tree.of.flatMap(textLeaves)
    case 'not':
    case 'own':
      return textLeaves(tree.of)
    case 'phrase':
    case 'near':
    case 'prefix':
    case 'words':
      return [tree]
    default:
      return []
  }
}

type TextQuery = Exclude<QueryLeaf, { op: 'range' } | { op: 'is' }>

function resolveText(leaf: TextQuery, layout: IndexLayout, vocabulary: Vocabulary): ResolvedTree {
  const columns = (own: boolean) =>
    leaf.fields.filter((name) => {
      const field = layout.fields.get(name)
      return field?.words && !!field.ownRow === own
    })
  const everywhere = columns(false)
  const own = columns(true)
  if (!everywhere.length && !own.length) return NOTHING
  const over = textLeaf(leaf, vocabulary)
  if (!over) return NOTHING
  const parts: ResolvedTree[] = []
  if (everywhere.length) parts.push(over(everywhere))
  if (own.length) parts.push({ op: 'own', of: over(own) })
  return parts.length === 1 ? parts[0]! : { op: 'or', of: parts }
}

function textLeaf(
  leaf: TextQuery,
  vocabulary: Vocabulary
): ((fields: string[]) => TextLeaf) | null {
  switch (leaf.op) {
    case 'word':
      return (fields) => ({ op: 'phrase', fields, words: [leaf.word], form: leaf.form })
    case 'phrase':
    case 'near':
      return leaf.words.length
        ? (fields) => ({
            ...leaf,
            fields,
            words: leaf.op === 'near' ? [...new Set(leaf.words)] : leaf.words,
          })
        : null
    case 'prefix':
      return (fields) => ({ ...leaf, fields })
    default: {
      const words = vocabulary.wordsFor(leaf)
      return words.length ? (fields) => ({ op: 'words', fields, words }) : null
    }
  }
}

function resolveRange(
  leaf: Extract<QueryLeaf, { op: 'range' }>,
  layout: IndexLayout,
  vocabulary: Vocabulary
): ResolvedTree {
  const field = layout.fields.get(leaf.field)
  if (!field || !['number', 'date', 'datetime'].includes(field.kind)) return NOTHING
  if (field.value) return leaf
  const values =
    field.kind === 'date' || field.kind === 'datetime'
      ? blocksWithin(field.kind, leaf.from, leaf.to)
      : vocabulary.valuesBetween(field.name, leaf.from, leaf.to)
  if (!values.length) return NOTHING
  const is = { op: 'is' as const, field: field.name, values }
  return field.ownRow ? { op: 'own', of: is } : is
}
