import { test } from '@japa/runner'
import { searchReady } from '#tests/helpers/search_indexes'
import { Visitor } from '#tests/helpers/visitor'
import { readSuggestionQuery, type Suggestion } from '#plugins/search/pages/suggestions_controller'

const CAROLENE = '/opinion/1026/united-states-v-carolene-products-co/'

test.group('search suggestions', (group) => {
  group.setup(searchReady)

  const suggest = async (q: string) => {
    const answer = await new Visitor().get(`/search/suggest/?${new URLSearchParams({ q })}`)
    return { ...answer, suggestions: JSON.parse(answer.text).suggestions as Suggestion[] }
  }

  test('finds a case by {$self}')
    .with([
      'united states v. carol',
      'CAROLENE PROD',
      'carolene products ',
      '304 U.S. 144',
      '304 u.s. 144',
      '304 us 144',
      '304 US 144',
      'carolene p',
    ])
    .run(async ({ assert }, q) => {
      const { status, suggestions, headers } = await suggest(q)
      assert.equal(status, 200)
      assert.include(
        suggestions.map(({ path }) => path),
        CAROLENE
      )
      const { label, facts } = suggestions.find(({ path }) => path === CAROLENE)!
      assert.include(label, 'Carolene Products')
      assert.include(facts, '304 U.S. 144')
      assert.include(facts, '1938')
      assert.match(headers.get('cache-control')!, /no-store/)
    })

  test('suggests at most eight cases and marks those of the sample archive', async ({ assert }) => {
    const { suggestions } = await suggest('united states')
    assert.lengthOf(suggestions, 8)
    for (const { label } of suggestions) assert.match(label, /sample/i)
  })

  test('an invalid or short text has no suggestions', async ({ assert }) => {
    for (const q of [
      '',
      ' ',
      'a',
      '"',
      '***',
      '(((',
      'zzqqxxvv',
      'AND OR NOT',
      '\0\ud800',
      '/'.repeat(5000),
    ]) {
      const { status, suggestions } = await suggest(q)
      assert.equal(status, 200, q)
      assert.deepEqual(suggestions, [], q)
    }
  })

  test('operators and markup of the query language are words', ({ assert }) => {
    const read = readSuggestionQuery
    assert.deepEqual(read('Brown AND Boa'), ['case_name', 'brown and boa*'])
    assert.deepEqual(read('caseName:"Brown'), ['case_name', 'casename brown*'])
    assert.deepEqual(read('Brown v. Bo'), ['case_name', 'brown v'])
    assert.deepEqual(read("O'Brien "), ['case_name', "o'brien"])
    for (const text of [
      '347 U.S. 483',
      '347 U.S. 483, 495',
      '347 U.S. 483, *495, *496',
      '347 U.S. 483, 494–95 (Sup. Ct. 1954)',
    ])
      assert.deepEqual(read(text), ['citation', '347 U.S. 483'])
    for (const text of ['347 U.S. 483, x', '347 U.S. 483 and more', '347 U.S. 483 (2d ed.)'])
      assert.equal(read(text)![0], 'case_name', text)
    assert.isUndefined(read('br'))
    assert.equal(read('word '.repeat(50))![1].split(' ').length, 12)
  })
})
