/**
 * Chooses the words that score and the statements that compute the score. These words have a
 * separate FTS5 expression, because BM25 counts every phrase of its expression and looks up the
 * frequency of each. Its cost per row grows with the square of the number of words, so a larger
 * number of words is split into groups whose scores are added.
 */
import type { ConditionCompiler, Condition, SqlCondition } from './condition.js'
import type { IndexLayout } from './layout.js'
import { matchExpression, textExpression } from './match_expression.js'
import type { ResolvedTree, TextLeaf } from './resolve_query.js'

export interface ScoringPlan {
  /** The scoring expression; null if nothing scores. */
  scored: Condition | null
  /** Scoring expressions if one isn't enough; each has a weight. */
  groups?: { match: string; times: number }[]
  /**
   * Whether `scored` matches the same rows as the search. Then one statement
   * is enough. Otherwise, it only computes scores, and another one finds the
   * matches.
   */
  complete: boolean
  /** SQL of a row's score, positive. */
  score: string
}

/** Words and phrases of one expression that scores. */
const MAX_COMBINED = 16

/** Larger numbers of rows aren't collected to test others against them. */
const MAX_GATHERED = 100_000

export interface PlanParts {
  query: ResolvedTree
  filter: ResolvedTree
}

export function planScoring(
  { query, filter }: PlanParts,
  layout: IndexLayout,
  compiler: ConditionCompiler,
  /** Rows an expression matches, up to a limit. */
  countUpTo: (expression: string, limit: number) => number
): ScoringPlan {
  const score = scoreSql(layout)
  const leaves = scoredLeaves(query)
  if (!leaves.length) return { scored: null, complete: true, score }
  if (leaves.reduce((sum, leaf) => sum + phrasesOf(leaf), 0) > MAX_COMBINED)
    return { scored: null, groups: groupsOf(leaves, layout), complete: false, score }
  const parts = query.op === 'and' ? query.of : [query]
  const positive = parts.filter(scoresAlone)
  const negative = parts.filter(isPlainNegation)
  const others = parts.filter((part) => !positive.includes(part) && !negative.includes(part))
  if (!positive.length || others.some((part) => scoredLeaves(part).length)) {
    const all = leaves.map((leaf) => textExpression(leaf, layout))
    return { scored: { match: any(all), sql: [] }, complete: false, score }
  }
  const [first, ...rest] = positive.map((part) => matchExpression(part, layout)!)
  const match = [excluding(any([first!]), negative, layout), ...rest].join(' AND ')
  const conditions = [...others, filter].map((part) =>
    conditionOn(part, compiler, layout, countUpTo)
  )
  const scored = { match, sql: conditions.filter((one) => one !== null) }
  return conditions.includes(null)
    ? { scored: { match: scored.match, sql: [] }, complete: false, score }
    : { scored, complete: true, score }
}

const any = (expressions: string[]) => `(${expressions.join(' OR ')})`

/** Number of phrases in its expression. */
const phrasesOf = (leaf: TextLeaf) => (leaf.op === 'words' ? leaf.words.length : 1)

/** Leaves by number of occurrences in the tree, in groups that fit one expression. */
function groupsOf(leaves: TextLeaf[], layout: IndexLayout): { match: string; times: number }[] {
  const counts = new Map<string, number>()
  for (const leaf of leaves) {
    const single =
      leaf.op === 'words' ? leaf.words.map((word) => ({ ...leaf, words: [word] })) : [leaf]
    for (const one of single) {
      const expression = textExpression(one, layout)
      counts.set(expression, (counts.get(expression) ?? 0) + 1)
    }
  }
  return [...Map.groupBy(counts, ([, times]) => times)].flatMap(([times, alike]) => {
    const groups: { match: string; times: number }[] = []
    for (let at = 0; at < alike.length; at += MAX_COMBINED)
      groups.push({
        match: any(alike.slice(at, at + MAX_COMBINED).map(([expression]) => expression)),
        times,
      })
    return groups
  })
}

/** Words that a tree requires or allows, but not excluded ones. */
function scoredLeaves(tree: ResolvedTree): TextLeaf[] {
  switch (tree.op) {
    case 'and':
    case 'or':
      return tree.of.flatMap(scoredLeaves)
    case 'phrase':
    case 'near':
    case 'prefix':
    case 'words':
      return [tree]
    case 'own':
      return scoredLeaves(tree.of)
    default:
      return []
  }
}

/**
 * Words and marks, any one of which suffices. FTS5 loses the positions of the words of an AND
 * inside an OR or a NOT. Therefore, only the outermost AND is part of the expression, and
 * exclusions are added to one of its parts.
 */
function scoresAlone(tree: ResolvedTree): boolean {
  return scoredLeaves(tree).length > 0 && isPlain(tree)
}

function isPlain(tree: ResolvedTree): boolean {
  if (tree.op === 'or') return tree.of.every(isPlain)
  return ['phrase', 'near', 'prefix', 'words', 'is'].includes(tree.op)
}

function excluding(wanted: string, negations: ResolvedTree[], layout: IndexLayout): string {
  const unwanted = negations.flatMap((part) =>
    part.op === 'not' ? [matchExpression(part.of, layout)!] : []
  )
  return unwanted.length ? `(${wanted} NOT (${unwanted.join(' OR ')}))` : wanted
}

/** Words that are excluded individually don't occur in any match, so they don't score. */
function isPlainNegation(tree: ResolvedTree): boolean {
  if (tree.op !== 'not') return false
  return isPlain(tree.of)
}

function conditionOn(
  tree: ResolvedTree,
  compiler: ConditionCompiler,
  layout: IndexLayout,
  countUpTo: (expression: string, limit: number) => number
): SqlCondition | null {
  const byValues = compiler.byValues(tree)
  if (byValues) return byValues
  const match = matchExpression(tree, layout)
  if (match === null && tree.op === 'and') {
    const parts = tree.of.map((part) => conditionOn(part, compiler, layout, countUpTo))
    if (!parts.every((part) => part !== null)) return null
    return {
      sql: `(${parts.map(({ sql }) => sql).join(' AND ')})`,
      values: parts.flatMap(({ values }) => values),
      reads: parts.some(({ reads }) => reads),
    }
  }
  if (match !== null && countUpTo(match, MAX_GATHERED) >= MAX_GATHERED) return null
  return compiler.sql(tree)
}

/** SQL of the score of a row's words (BM25), positive. */
function scoreSql({ texts }: IndexLayout): string {
  const columns = texts.map(({ weight }) => weight ?? 1)
  return `-bm25(words, ${[...columns, 0].join(', ')})`
}
