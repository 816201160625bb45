/** Compares scores of an engine that ranks with FTS5's BM25 with the formula. */
import { test } from '@japa/runner'
import { analyse } from '#app/search_engine/analysis/analyse'
import type { EngineSearch } from '#app/search_engine/engine'
import { bruteForce } from '#app/search_engine/query/evaluate'
import { ALL, not, type QueryLeaf, type QueryTree } from '#app/search_engine/query/tree'
import { CASES, CLUSTERS, makeArchive, random, WORDS } from './archive.js'
import type { EngineUnderTest } from './engine_conformance.js'
import { fillIndex } from './fill_index.js'
import { randomLeaf } from './random_trees.js'
import { buildScoredRows, computeScores, type ScoredRow } from './score_formula.js'

type Phrase = Extract<QueryLeaf, { op: 'word' | 'phrase' }>

const TODAY = '2024-01-01'
const ROUNDS = 100

/** Registers the tests. `lengthOf` returns the number of words the engine stores for a row. */
export function testScores(
  open: EngineUnderTest,
  lengthOf: Parameters<typeof buildScoredRows>[2]
): void {
  for (const index of [CASES, CLUSTERS])
    test(`scores over ${index.name} follow the formula`, async ({ assert, cleanup }) => {
      const engine = await open([index], cleanup)
      const archive = makeArchive(21, 60)
      await fillIndex(engine, index.name, archive)
      const rows = buildScoredRows(index, archive, lengthOf)
      const next = random(3)
      let ranked = 0
      for (let round = 0; round < ROUNDS; round++) {
        // Occasionally more phrases than fit into one expression, some repeated.
        const many = next() < 0.2
        const groups = Array.from({ length: 1 + Math.floor(next() * 3) }, () =>
          Array.from({ length: many ? 20 : 1 + Math.floor(next() * 3) }, () => phrase(next))
        )
        const query: QueryTree = {
          op: 'and',
          of: [
            // Every query word in a row counts, independent of the others.
            ...groups.map(([one, ...others]): QueryTree =>
              next() < 0.3 && others.length > 1
                ? { op: 'or', of: [{ op: 'and', of: others }, one!] }
                : { op: 'or', of: [one!, ...others] }
            ),
            ...(next() < 0.3 ? [not(phrase(next))] : []),
          ],
        }
        const filter = next() < 0.4 ? ALL : randomLeaf(next, index)
        const scores = computeScores(index, rows, groups.flat(), TODAY)
        const matching = bruteForce(
          { op: 'and', of: [query, filter] },
          index,
          archive.parents,
          archive.children
        )
        const expected = best(rows, scores, (row) => isMatch(row, query, filter))
        const { hits } = await engine.search({
          index: index.name,
          query,
          filter,
          grain: 'parent',
          order: { by: 'score' },
          scoring: { today: TODAY },
          size: 1000,
          children: 0,
          count: false,
          deadline: 60_000,
        } satisfies EngineSearch)
        const shown = JSON.stringify({ round, query, filter })
        assert.equal(hits.length, matching.parents.size, shown)
        assert.deepEqual(
          hits.map(({ key }) => key),
          expected.map(({ key }) => key),
          shown
        )
        hits.forEach(({ score }, at) =>
          assert.approximately(score, expected[at]!.score, 1e-9, shown)
        )
        ranked += hits.length

        function isMatch(row: ScoredRow, ...trees: QueryTree[]): boolean {
          const found = bruteForceOf(row, { op: 'and', of: trees })
          return found
        }
        function bruteForceOf(row: ScoredRow, tree: QueryTree): boolean {
          const parent = archive.parents.find(({ key }) => key === row.parent)!
          const child = archive.children.find(({ key }) => key === row.child)
          const { parents, children } = bruteForce(tree, index, [parent], child ? [child] : [])
          if (child) return children.has(child.key)
          return parents.has(parent.key)
        }
      }
      assert.isAbove(ranked, ROUNDS)
    }).timeout(120_000)
}

/** Parents by their best row. Ties by descending key. */
function best(rows: ScoredRow[], scores: number[], isMatch: (row: ScoredRow) => boolean) {
  const parents = new Map<number, number>()
  rows.forEach((row, at) => {
    if (!isMatch(row)) return
    parents.set(row.parent, Math.max(parents.get(row.parent) ?? 0, scores[at]!))
  })
  return [...parents]
    .map(([key, score]) => ({ key, score }))
    .sort((one, other) => other.score - one.score || other.key - one.key)
}

function phrase(next: () => number): Phrase {
  const form = next() < 0.5 ? ('stem' as const) : ('exact' as const)
  const words = analyse(WORDS.join(' '))[form]
  const word = () => words[Math.floor(words.length * next())]!
  const fields =
    next() < 0.5
      ? ['name', 'text', 'title', 'aliases']
      : [['text'], ['name', 'title']][Math.floor(next() * 2)]!
  return next() < 0.8
    ? { op: 'word', fields, word: word(), form }
    : { op: 'phrase', fields, words: [word(), word()], form }
}
