import { test } from '@japa/runner'
import {
  candidates,
  MAX_TERMS,
  significantTerms,
} from '#app/search_engine/related/significant_terms'

test.group('significant terms', () => {
  test('candidates are words without digits, the most frequent first', ({ assert }) => {
    const words = candidates(['Wheat, wheat and 1938 of 42', 'the wheat the quota'])
    assert.deepEqual(
      [...words],
      [
        ['wheat', 3],
        ['the', 2],
        ['and', 1],
        ['quota', 1],
      ]
    )
    const many = Array.from({ length: 600 }, (_, at) => `w${'abcdefghij'[at % 10]}${letters(at)}`)
    assert.equal(candidates([many.join(' ')]).size, 500)
  })

  test('are frequent in the text and rare in the index, but not unique to the text', ({
    assert,
  }) => {
    const words = new Map([
      ['the', 90],
      ['wheat', 5],
      ['quota', 3],
      ['filburn', 9],
      ['very', 8],
    ])
    const known = { rows: 100, frequencies: [100, 2, 2, 1, 0] }
    assert.deepEqual(significantTerms(words, known), ['wheat', 'quota'])
  })

  test('are limited in number', ({ assert }) => {
    const words = new Map(Array.from({ length: 200 }, (_, at) => [letters(at), 2] as const))
    const frequencies = Array.from(words, () => 3)
    assert.lengthOf(significantTerms(words, { rows: 1000, frequencies }), MAX_TERMS)
  })
})

function letters(number: number): string {
  return [...String(number)].map((digit) => 'abcdefghij'[Number(digit)]).join('')
}
