/** `partial=on`: results that match most of the words of a search. */
import { test } from '@japa/runner'
import { searchReady } from '#tests/helpers/search_indexes'
import { takesMinutes } from '#tests/helpers/long_tests'
import { searched, type SearchBody } from '../search_helpers.js'
import { rankSuite } from '../suite_questions.js'

const named = ({ results }: SearchBody) => results.map(({ caseName }) => caseName as string)
const partialOf = ({ results }: SearchBody) => results.filter(({ meta }) => meta.partial)

test.group('partial matches', (group) => {
  group.setup(searchReady)

  const QUESTION = 'bakery employees hours zzzword liberty contract'

  test('the default is exact', async ({ client, assert }) => {
    const { count, results } = await searched(client, { q: 'bakery armband tinker lochner' })
    assert.equal(count, 0)
    assert.isEmpty(results)
  })

  test('a question finds the decision with most of its rare words', async ({ client, assert }) => {
    const body = await searched(client, { q: QUESTION, partial: 'on' })
    assert.equal(named(body)[0], 'Lochner v. New York')
    assert.lengthOf(partialOf(body), body.count)
    assert.isNull(body.next)
  })

  test('exact results come first, without the key', async ({ client, assert }) => {
    const exact = await searched(client, { q: 'armbands students' })
    const body = await searched(client, { q: 'armbands students', partial: 'on' })
    assert.isAbove(exact.count, 0)
    assert.deepEqual(named(body).slice(0, exact.count), named(exact))
    for (const { meta } of body.results.slice(0, exact.count)) assert.notProperty(meta, 'partial')
    assert.isAbove(body.count, exact.count)
    assert.lengthOf(partialOf(body), body.count - exact.count)
    assert.isAtMost(body.results.length, 20)
  })

  test('a long text needs more than single words of a question', async ({ client, assert }) => {
    const q = 'crops raised for home consumption count toward federal limits'
    assert.equal(named(await searched(client, { q, partial: 'on' }))[0], 'Wickard v. Filburn')
  })

  test('related words count: {0}')
    .with([
      ['gay couples wed', 'United States v. Windsor'],
      ['attorney for an indigent felon', 'Gideon v. Wainwright'],
      ['cops wiretapping a telephone box', 'Katz v. United States'],
      ['inoculation in an epidemic', 'Jacobson v. Massachusetts'],
    ])
    .run(async ({ client, assert }, [q, name]) => {
      const body = await searched(client, { q: q!, partial: 'on' })
      assert.include(named(body).slice(0, 3), name)
    })

  test('related words are not synonyms', async ({ client, assert }) => {
    const exact = await searched(client, { q: 'inoculation smallpox' })
    assert.equal(exact.count, 0)
  })

  test('for a question, the age of decisions with all words does not matter', async ({
    client,
    assert,
  }) => {
    const q = 'separate but equal'
    const exact = await searched(client, { q })
    const body = await searched(client, { q, partial: 'on' })
    assert.sameMembers(named(body).slice(0, exact.count), named(exact))
    assert.equal(named(body)[0], 'Plessy v. Ferguson')
  })

  test('other conditions stay required', async ({ client, assert }) => {
    const find = async (parameters: Record<string, string>) =>
      (await searched(client, { partial: 'on', stat_all: 'on', ...parameters })).results
    assert.isEmpty(await find({ q: 'bakery armbands court_id:ca9' }))
    const early = await find({ q: 'bakery armbands dateFiled:[1900 TO 1910]' })
    assert.isNotEmpty(early)
    for (const { dateFiled } of early) assert.match(dateFiled as string, /^19(?:0\d|10)/)
    const later = await find({ q: 'bakery armbands', filed_after: '1960-01-01' })
    assert.isNotEmpty(later)
    for (const { dateFiled } of later) assert.isAbove(Number(String(dateFiled).slice(0, 4)), 1959)
    const without = await find({ q: 'bakery armbands -school' })
    assert.isFalse(without.some(({ caseName }) => String(caseName).startsWith('Tinker')))
    const quoted = await find({ q: '"clear and present danger" draft bakery' })
    const danger = await find({ q: '"clear and present danger"', partial: 'off' })
    assert.isNotEmpty(quoted)
    assert.includeMembers(
      danger.map(({ cluster_id }) => cluster_id),
      quoted.map(({ cluster_id }) => cluster_id)
    )
  })

  test('no partial results: {0}')
    .with([
      { q: 'zzzword yyyword' },
      { q: 'zzzword' },
      { q: 'bakery armbands', order_by: 'dateFiled desc' },
      { q: 'caseName:lochner caseName:tinker' },
      { q: 'bakery AND NOT bakery' },
    ] as Record<string, string>[])
    .run(async ({ client, assert }, parameters) => {
      const body = await searched(client, { ...parameters, partial: 'on' })
      assert.isEmpty(partialOf(body))
    })

  test('partial is checked, and ignored by v3 and other types', async ({ client, assert }) => {
    const status = async (parameters: Record<string, string>, version = 'v4') =>
      (await client.get(`/api/rest/${version}/search/`).qs(parameters)).status()
    const answers = await Promise.all([
      status({ q: 'bakery', partial: 'maybe' }),
      status({ q: 'bakery', partial: 'on' }, 'v3'),
      status({ q: 'bakery', type: 'oa', partial: 'on' }),
    ])
    assert.deepEqual(answers, [400, 200, 200])
  })

  test('the page marks them', async ({ client, assert }) => {
    const page = await client.get('/search/').qs({ q: QUESTION })
    assert.include(page.text(), 'No decision matches all of your words.')
    assert.include(page.text(), 'Lochner v. New York')
    const exact = await client.get('/search/').qs({ q: 'armbands students' })
    assert.include(exact.text(), 'match all of your words')
    const none = await client.get('/search/').qs({ q: 'zzzword yyyword' })
    assert.include(none.text(), 'No results')
  })
})

/** Least mean reciprocal rank by words alone, by kind, for each half. */
const FLOORS: Record<string, number> = {
  citation: 0.99,
  number: 0.99,
  name: 0.86,
  doctrine: 0.86,
  facts: 0.86,
  holding: 0.64,
  everyday: 0.67,
}

test.group('relevance of questions', (group) => {
  takesMinutes(group)
  group.setup(searchReady)

  test('half {$self}')
    .with(['A', 'B'])
    .run(async ({ client, assert }, half) => {
      const means = await rankSuite(half, async (q) => {
        const { results } = await searched(client, { q, stat_all: 'on', partial: 'on' })
        return results.map(({ cluster_id }) => cluster_id as number)
      })
      assert.sameMembers([...means.keys()], Object.keys(FLOORS))
      for (const [kind, mean] of means)
        assert.isAtLeast(mean, FLOORS[kind]!, `${kind} in half ${half}`)
    })
    .timeout(300_000)
})
