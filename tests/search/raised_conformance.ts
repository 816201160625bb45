/** Boosts of rows: case names in the query, and the number of citations of a record. */
import { test } from '@japa/runner'
import type { EngineSearch, Scoring } from '#app/search_engine/engine'
import type { SearchValue } from '#app/search_engine/index_definition'
import { and, type QueryTree } from '#app/search_engine/query/tree'
import { CLUSTERS, type Archive } from './archive.js'
import type { EngineUnderTest } from './engine_conformance.js'
import { fillIndex } from './fill_index.js'

const word = (text: string, fields = ['name', 'text']): QueryTree => ({
  op: 'word',
  fields,
  word: text,
  form: 'exact',
})
const named = (text: string) => word(text, ['name'])

interface Decision {
  key: number
  name: string
  text: string
  filed: string
  cited?: number
}

function archiveOf(decisions: Decision[]): Archive {
  return {
    parents: decisions.map(({ key, name, filed, cited = 0 }) => ({
      key,
      date: filed,
      factor: 1,
      fields: { name, filed, cited } as Record<string, SearchValue>,
    })),
    children: decisions.map(({ key, text }) => ({ key, parent: key, fields: { text } })),
  }
}

const SEARCH: EngineSearch = {
  index: CLUSTERS.name,
  query: and(word('roe'), word('wade')),
  filter: { op: 'all' },
  grain: 'parent',
  order: { by: 'score' },
  scoring: { today: '2024-01-01' },
  size: 10,
  children: 3,
  count: true,
  deadline: 60_000,
}
const FILLER = 'lorem ipsum dolor '

/** Registers the tests. */
export function testRaised(open: EngineUnderTest): void {
  const keysOf = async (
    cleanup: Parameters<EngineUnderTest>[1],
    decisions: Decision[],
    scoring: Partial<Scoring>,
    query = SEARCH.query
  ) => {
    const engine = await open([CLUSTERS], cleanup)
    await fillIndex(engine, CLUSTERS.name, archiveOf(decisions))
    const { hits } = await engine.search({
      ...SEARCH,
      query,
      scoring: { ...SEARCH.scoring, ...scoring },
    })
    return hits.map(({ key }) => key)
  }
  const NAME = { boosts: [{ tree: and(named('roe'), named('wade')), times: 50 }] }

  test('ranks an old decision above new ones that repeat its name, regardless of its length', async ({
    assert,
    cleanup,
  }) => {
    const others = [2, 3, 4].map((key) => ({
      key,
      name: 'dobbs v jackson',
      text: 'roe wade '.repeat(200),
      filed: '2022-06-24',
    }))
    for (const length of [1, 20_000]) {
      const text = FILLER.repeat(length)
      const roe = { key: 1, name: 'roe v henry wade', text, filed: '1900-01-22' }
      assert.equal((await keysOf(cleanup, [roe, ...others], NAME))[0], 1)
      assert.notEqual((await keysOf(cleanup, [roe, ...others], {}))[0], 1)
    }
  })

  test('ranks the more cited of two similar records with the same name first', async ({
    assert,
    cleanup,
  }) => {
    const text = 'roe wade lorem'
    const decisions = [
      { key: 1, name: 'roe v wade', text, filed: '1954-05-17', cited: 14 },
      { key: 2, name: 'roe v wade', text: `${text} ipsum dolor`, filed: '1955-05-31', cited: 2 },
      { key: 3, name: 'roe v wade', text, filed: '2004-05-31', cited: 0 },
    ]
    assert.deepEqual(await keysOf(cleanup, decisions, { ...NAME, citedField: 'cited' }), [3, 1, 2])
    assert.deepEqual(await keysOf(cleanup, decisions, NAME), [3, 2, 1])
  })

  test('boosts part of a name if few matches have it', async ({ assert, cleanup }) => {
    const text = 'roe wade '.repeat(5)
    const decisions = Array.from({ length: 60 }, (_, at) => ({
      key: at + 1,
      name: at ? (at % 2 ? 'state v jackson' : 'state v casey') : 'state v wade',
      text,
      filed: at ? '2022-06-24' : '1900-01-22',
    }))
    const parts = [named('roe'), named('state'), named('wade')].map((tree) => ({ tree, times: 10 }))
    assert.equal((await keysOf(cleanup, decisions, { parts }))[0], 1)
    const frequent = parts.slice(0, 2)
    assert.notEqual((await keysOf(cleanup, decisions, { parts: frequent }))[0], 1)
  })
}
