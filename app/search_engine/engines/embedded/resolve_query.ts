/**
 * First step of compiling: a tree over the index's own columns. Wildcards and fuzzy words are
 * expanded to the words they match, fields that the index does not have are dropped, and
 * conditions that only the parent's own row can decide are separated.
 */
import { type IndexLayout } from './layout.js'
import { buildLinkGraph } from '../../query/connected.js'
import { isWordsLeaf, type WordsLeaf } from '../../query/match_words.js'
import { blocksWithin, EXACT, KEY } from './row_content.js'
import {
  and,
  not,
  or,
  type Chain,
  type Operand,
  type QueryLeaf,
  type QueryTree,
  type TermLeaf,
  type WordForm,
} from '../../query/tree.js'

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

/** Terms joined by connectors. Matching rows also match `candidates`. */
export interface ConnectedNode {
  op: 'connected'
  /** Identifies the node. */
  name: string
  fields: string[]
  chain: Chain
  /** For each term of the chain's graph, its words and phrases as they are indexed. */
  spellings: string[][][]
  candidates: ResolvedTree
  /** Whether the parent's own row decides. */
  own: boolean
}

export type ResolvedLeaf =
  TextLeaf | Extract<QueryLeaf, { op: 'range' }> | Extract<QueryLeaf, { op: 'is' }>

export type ResolvedTree =
  | { op: 'all' }
  | { op: 'none' }
  | { op: 'and'; of: ResolvedTree[] }
  | { op: 'or'; of: ResolvedTree[] }
  | { op: 'not'; of: ResolvedTree }
  | OwnNode
  | ConnectedNode
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
  const resolve = (node: QueryTree): ResolvedTree => {
    switch (node.op) {
      case 'and':
        return fold(and, node.of.map(resolve))
      case 'or':
        return fold(or, node.of.map(resolve))
      case 'not':
        return not(resolve(node.of) as QueryTree) as ResolvedTree
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
type TermQuery = Exclude<TextQuery, { op: 'connected' }>

function resolveConnected(
  chain: Chain,
  { everywhere, own }: { everywhere: string[]; own: string[] },
  vocabulary: Vocabulary
): ResolvedTree {
  const spellings = buildLinkGraph(chain).terms.map((terms) =>
    terms.flatMap((term) => spellingsOf(term, vocabulary))
  )
  const over = (fields: string[], isOwn: boolean): ResolvedTree => {
    const candidates = requiredWords(chain, fields, vocabulary)
    if (candidates.op === 'none') return candidates
    const name = JSON.stringify([fields, isOwn, chain])
    const node: ConnectedNode = {
      op: 'connected',
      ...{ name, fields, chain, spellings, candidates, own: isOwn },
    }
    // The words are separate, so that they are part of the expression and of the score.
    return isOwn ? node : fold(and, [candidates, node])
  }
  const parts = [
    ...(everywhere.length ? [over(everywhere, false)] : []),
    ...(own.length ? [over(own, true)] : []),
  ]
  return fold(or, parts)
}

/** `and` and `or` fold trees of any leaves, but are typed for queries. */
const fold = (join: typeof and, parts: ResolvedTree[]) =>
  join(...(parts as QueryTree[])) as ResolvedTree

/** The words that every matching row contains. */
function requiredWords(operand: Operand, fields: string[], vocabulary: Vocabulary): ResolvedTree {
  if (operand.is !== 'terms') {
    const parts = operand.of.map((part) => requiredWords(part, fields, vocabulary))
    return fold(operand.is === 'chain' ? and : or, parts)
  }
  const leaves = operand.of.map((term) => textLeaf(term, vocabulary)?.(fields) ?? NOTHING)
  return fold(or, leaves)
}

const SIGNS = { stem: '', exact: EXACT, key: KEY }

/** A term as words of the index: each spelling is a word or a phrase. */
function spellingsOf(term: TermLeaf, vocabulary: Vocabulary): string[][] {
  if (isWordsLeaf(term)) return vocabulary.wordsFor(term).map((word) => [EXACT + word])
  const words = term.op === 'word' ? [term.word] : term.words
  return [words.map((word) => SIGNS[term.form] + word)]
}

function resolveText(leaf: TextQuery, layout: IndexLayout, vocabulary: Vocabulary): ResolvedTree {
  const columns = (own: boolean) =>
    leaf.fields.filter((name) => {
      const field = layout.fields.get(name)
      return field?.words && !!field.ownRow === own
    })
  const everywhere = columns(false)
  const own = columns(true)
  if (!everywhere.length && !own.length) return NOTHING
  if (leaf.op === 'connected') return resolveConnected(leaf.chain, { everywhere, own }, vocabulary)
  const over = textLeaf(leaf, vocabulary)
  if (!over) return NOTHING
  const parts: ResolvedTree[] = []
  if (everywhere.length) parts.push(over(everywhere))
  if (own.length) parts.push({ op: 'own', of: over(own) })
  return parts.length === 1 ? parts[0]! : { op: 'or', of: parts }
}

function textLeaf(
  leaf: TermQuery,
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
