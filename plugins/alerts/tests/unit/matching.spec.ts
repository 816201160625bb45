/** Query matching, compared with an exhaustive check of every row. */
import { test } from '@japa/runner'
import type { SearchIndexDefinition } from '#app/search/define_search_index'
import { bruteForce, matchesRegardlessOfFields } from '#app/search_engine/query/evaluate'
import { and, or, type QueryTree } from '#app/search_engine/query/tree'
import { CASES, CLUSTERS, makeArchive, random, type Archive } from '#tests/search/archive'
import { randomTree } from '#tests/search/random_trees'
import { ParentMatching, type AlertQuery } from '../../matching/match_parent.js'
import { MatchedRow, QueryIndex } from '../../matching/query_index.js'
import { requiredTerms } from '../../matching/terms.js'

const QUERIES = Number(process.env.FUZZED_ALERTS ?? 250)
const PARENTS = 120
const NOTHING_SAID = { words: {}, values: {} }

interface Changed {
  parents: Set<number>
  children: Set<number>
}

/** Matches changes like the document matcher. */
function hitsOf(
  index: SearchIndexDefinition,
  queries: QueryIndex<AlertQuery>,
  { parents, children }: Archive,
  changed: Changed
): Set<string> {
  const hits = new Set<string>()
  const fields = new Set(Object.keys(index.fields))
  for (const { key, fields: said } of parents) {
    const own = children.filter(({ parent }) => parent === key)
    const isChanged = changed.parents.has(key)
    const matching = new ParentMatching(queries, { key, row: new MatchedRow(index, said) })
    if (isChanged && (index.ownRow === 'always' || !own.length)) matching.ownRow()
    for (const child of own) {
      const hasChanged = changed.children.has(child.key)
      // All fields of its parent may have changed, so any query can match.
      if (isChanged || hasChanged)
        matching.child(child.key, new MatchedRow(index, child.fields), hasChanged ? 'all' : fields)
    }
    for (const { alert, parent, child } of matching.hits)
      hits.add(`${alert} ${parent} ${child ?? ''}`)
  }
  return hits
}

/** Compares the hits of a query with those of an exhaustive check. @returns the differences */
function check(
  found: Set<string>,
  id: string,
  archive: Archive,
  {
    truth,
    changed,
    listsChildren,
  }: { truth: ReturnType<typeof bruteForce>; changed: Changed; listsChildren: boolean }
): string[] {
  const wrong: string[] = []
  const mine = [...found].filter((hit) => hit.startsWith(`${id} `)).map((hit) => hit.split(' '))
  const parentsFound = new Set(mine.map(([, parent]) => Number(parent)))
  for (const { key } of archive.parents) {
    const touched =
      changed.parents.has(key) ||
      archive.children.some(
        (child) =>
          child.parent === key && changed.children.has(child.key) && truth.children.has(child.key)
      )
    if (touched && truth.parents.has(key) !== parentsFound.has(key)) wrong.push(`parent ${key}`)
    if (!touched && parentsFound.has(key)) wrong.push(`untouched parent ${key}`)
  }
  const childrenFound = new Set(mine.flatMap(([, , child]) => (child ? [Number(child)] : [])))
  for (const key of childrenFound) if (!truth.children.has(key)) wrong.push(`child ${key}`)
  if (listsChildren)
    for (const key of changed.children)
      if (truth.children.has(key) && !childrenFound.has(key)) wrong.push(`missing child ${key}`)
  if (!listsChildren && childrenFound.size) wrong.push('children')
  return wrong
}

test.group('matching', () => {
  test('{name}, round {round}: finds the same hits as the evaluator')
    .with(
      [CASES, CLUSTERS].flatMap((index) =>
        [1, 2].map((round) => ({ name: index.name, index, round }))
      )
    )
    .run(({ assert }, { index, round }) => {
      const next = random(41 * round)
      const archive = makeArchive(round, PARENTS)
      const queries = new QueryIndex<AlertQuery>()
      const trees = new Map<string, QueryTree>()
      for (let number = 0; number < QUERIES; number++) {
        const tree = randomTree(next, index, 3)
        // Skips queries that match everything, because their matches aren't new.
        if (matchesRegardlessOfFields(tree, NOTHING_SAID, new Set(Object.keys(index.fields))))
          continue
        trees.set(String(number), tree)
        queries.set(String(number), {
          id: String(number),
          tree,
          since: 0,
          listsChildren: number % 2 === 0,
        })
      }
      const truths = new Map(
        [...trees].map(([id, tree]) => [
          id,
          bruteForce(tree, index, archive.parents, archive.children),
        ])
      )
      // In the second pass, the index knows the frequent terms.
      for (const share of [1, 0.3, 1]) {
        const some = (keys: { key: number }[]) =>
          new Set(keys.filter(() => next() < share).map(({ key }) => key))
        const changed = { parents: some(archive.parents), children: some(archive.children) }
        const found = hitsOf(index, queries, archive, changed)
        assert.isAbove(found.size, 100)
        const wrong = [...truths].flatMap(([id, truth]) =>
          check(found, id, archive, { truth, changed, listsChildren: Number(id) % 2 === 0 }).map(
            (what) => `${what}: ${JSON.stringify(trees.get(id))}`
          )
        )
        assert.deepEqual(wrong.slice(0, 3), [])
      }
    })

  test('does not find deleted queries or old versions of changed ones', ({ assert }) => {
    const queries = new QueryIndex<AlertQuery>()
    const word = (text: string): QueryTree => ({
      op: 'word',
      fields: ['text'],
      word: text,
      form: 'exact',
    })
    const ask = (text: string) =>
      queries.candidates(new MatchedRow(CLUSTERS, { text })).map(({ id }) => id)
    queries.set('1', { id: '1', tree: word('peanut'), since: 0, listsChildren: true })
    queries.set('2', {
      id: '2',
      tree: or(word('peanut'), word('walnut')),
      since: 0,
      listsChildren: true,
    })
    assert.deepEqual(ask('peanut'), ['1', '2'])
    queries.set('1', { id: '1', tree: word('walnut'), since: 0, listsChildren: true })
    assert.deepEqual(ask('peanut'), ['2'])
    queries.delete('2')
    assert.deepEqual([ask('peanut'), ask('walnut'), queries.size], [[], ['1'], 1])
  })

  test('indexes {what} by {terms}')
    .with<{ what: string; tree: QueryTree; terms: string[] | null }[]>([
      { what: 'a phrase', tree: phrase('of', 'negligence'), terms: ['=negligence'] },
      {
        what: 'a conjunction',
        tree: and(exact('the'), exact('negligence')),
        terms: ['=negligence'],
      },
      { what: 'a disjunction', tree: or(exact('a'), exact('b')), terms: ['=a', '=b'] },
      {
        what: 'a disjunction with a negation',
        tree: or(exact('a'), { op: 'not', of: exact('b') }),
        terms: null,
      },
      {
        what: 'a prefix',
        tree: { op: 'prefix', fields: ['text'], prefix: 'negl' },
        terms: ['<neg'],
      },
      {
        what: 'a wildcard',
        tree: { op: 'wildcard', fields: ['text'], pattern: 'n?gl*' },
        terms: null,
      },
      { what: 'a range', tree: { op: 'range', field: 'n', from: 1, to: null }, terms: null },
      {
        what: 'a word in a court',
        tree: and(exact('negligence'), { op: 'is', field: 'court', values: ['ca9'] }),
        terms: ['=negligence'],
      },
      { what: 'nothing', tree: { op: 'none' }, terms: [] },
    ])
    .run(({ assert }, { tree, terms }) => {
      const common = (term: string) => (['=the', '=of'].includes(term) ? 0.9 : 0.01)
      const frequency = (term: string) => (term.startsWith('court:') ? 0.2 : common(term))
      assert.deepEqual(requiredTerms(tree, frequency), terms)
    })
})

function exact(word: string): QueryTree {
  return { op: 'word', fields: ['text'], word, form: 'exact' }
}

function phrase(...words: string[]): QueryTree {
  return { op: 'phrase', fields: ['text'], words, form: 'exact' }
}
