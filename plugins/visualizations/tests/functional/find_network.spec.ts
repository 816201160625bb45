/** Networks follow tags-visualizations 2.2, and equal those of an exhaustive search. */
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { random } from '#tests/search/archive'
import { MAX_NODES } from '../../limits.js'
import { sortEnds, findNetwork } from '../../network/find_network.js'
import { makeCitations, type MadeDecision } from '../citation_fixtures.js'

/** The edges as `citing>cited` by name, or the failure. */
async function between(decisions: Record<string, MadeDecision>, start: string, end: string) {
  const { clusters, remove } = await makeCitations(decisions)
  const names = new Map([...clusters].map(([name, id]) => [String(id), name]))
  const database = await app.container.make('lucid.db')
  try {
    return await database.transaction(async (trx) => {
      const ends = await sortEnds(trx, {
        start: String(clusters.get(start)),
        end: String(clusters.get(end)),
      })
      const found = await findNetwork(trx, ends.start, ends.end)
      if (found.failure) return found.failure.code
      return found.edges
        .map(({ citing, cited }) => `${names.get(citing)}>${names.get(cited)}`)
        .sort()
    })
  } finally {
    await remove()
  }
}

/** The same result by exhaustive search. */
function expected(decisions: Record<string, MadeDecision>, start: string, end: string) {
  const found = new Set<string>()
  const walk = (path: string[]) => {
    const here = path.at(-1)!
    if (here === start) {
      for (const [place, name] of path.slice(1).entries()) found.add(`${path[place]}>${name}`)
      return
    }
    if (path.length > 3) return
    for (const name of decisions[here]!.cites ?? []) {
      const { year, court } = decisions[name]!
      if (court || year < decisions[start]!.year || path.includes(name)) continue
      walk([...path, name])
    }
  }
  walk([end])
  return found.size ? [...found].sort() : 'too_few_nodes'
}

test.group('networks', () => {
  test('exclude earlier decisions, other courts, and decisions off every path', async ({
    assert,
  }) => {
    const found = await between(
      {
        First: { year: 1950, cites: ['Older'] },
        Older: { year: 1940, cites: [] },
        Early: { year: 1945, cites: ['First'] },
        Lower: { year: 1960, cites: ['First'], court: 'ca1' },
        Middle: { year: 1960, cites: ['First', 'Lower'] },
        Alone: { year: 1965, cites: ['Older'] },
        Last: { year: 1970, cites: ['Middle', 'Lower', 'Early', 'Alone'] },
      },
      'First',
      'Last'
    )
    assert.deepEqual(found, ['Last>Middle', 'Middle>First'])
  })

  test('include paths of three citations, but not of four', async ({ assert }) => {
    const chain = {
      A: { year: 1950 },
      B: { year: 1951, cites: ['A'] },
      C: { year: 1952, cites: ['B'] },
      D: { year: 1953, cites: ['C'] },
      E: { year: 1954, cites: ['D'] },
    }
    assert.deepEqual(await between(chain, 'A', 'D'), ['B>A', 'C>B', 'D>C'])
    assert.equal(await between(chain, 'A', 'E'), 'too_few_nodes')
  })

  test('swap ends with the same date', async ({ assert }) => {
    const pair = { A: { year: 1950, cites: ['B'] }, B: { year: 1950 } }
    assert.deepEqual(await between(pair, 'A', 'B'), ['A>B'])
    assert.equal(await between(pair, 'B', 'A'), 'too_few_nodes')
  })

  test('with {count} decisions on paths of three citations: {result}')
    .with([
      { count: MAX_NODES - 3, result: 'three hops' },
      { count: MAX_NODES - 2, result: 'two hops' },
    ])
    .run(async ({ assert }, { count, result }) => {
      const names = Array.from({ length: count }, (_, place) => `M${place}`)
      const found = await between(
        {
          First: { year: 1950 },
          Hub: { year: 1955, cites: ['First'] },
          ...Object.fromEntries(names.map((name) => [name, { year: 1960, cites: ['Hub'] }])),
          Last: { year: 1970, cites: [...names, 'Hub'] },
        },
        'First',
        'Last'
      )
      assert.lengthOf(found, result === 'two hops' ? 2 : 2 * count + 2)
    })

  test('fail with too_few_nodes if only the longer paths exist and they are too many', async ({
    assert,
  }) => {
    const names = Array.from({ length: MAX_NODES }, (_, place) => `M${place}`)
    const found = await between(
      {
        First: { year: 1950 },
        Hub: { year: 1955, cites: ['First'] },
        ...Object.fromEntries(names.map((name) => [name, { year: 1960, cites: ['Hub'] }])),
        Last: { year: 1970, cites: names },
      },
      'First',
      'Last'
    )
    assert.equal(found, 'too_few_nodes')
  })

  test('contain the edges of all paths of a random graph (seed {$self})')
    .with([1, 2, 3, 4, 5, 6])
    .run(async ({ assert }, seed) => {
      const next = random(seed)
      const names = Array.from({ length: 14 }, (_, place) => `N${place}`)
      const decisions = Object.fromEntries(
        names.map((name, place) => [
          name,
          {
            year: 1950 + Math.floor(place / 2),
            // Decisions from the same term can cite each other.
            cites: names.filter((other, at) => other !== name && at <= place + 1 && next() < 0.35),
            ...(place > 0 && place < 13 && next() < 0.15 && { court: 'ca1' }),
          },
        ])
      )
      assert.deepEqual(await between(decisions, 'N0', 'N13'), expected(decisions, 'N0', 'N13'))
    })
})
