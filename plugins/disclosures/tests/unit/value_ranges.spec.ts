import { test } from '@japa/runner'
import { rangeInWords, sumOfRanges } from '../../pages/disclosure_tables.js'

test.group('value ranges', () => {
  test('{code} is "{words}"')
    .with([
      { code: 'A', words: '$1 to $1,000' },
      { code: 'H2', words: 'more than $5,000,000' },
      { code: 'K', words: '$15,001 to $50,000' },
      { code: 'P4', words: 'more than $50,000,000' },
      { code: '-1', words: 'not readable' },
      { code: '', words: '' },
    ])
    .run(({ assert }, { code, words }) => assert.equal(rangeInWords(code), words))

  test('sums add lower and upper bounds', ({ assert }) => {
    assert.equal(sumOfRanges(['J', 'K', '', '-1']), '$15,002 to $65,000')
    assert.equal(sumOfRanges(['J', 'P4']), 'at least $50,000,002')
    assert.isUndefined(sumOfRanges(['', '-1']))
  })
})
