import { test } from '@japa/runner'
import { mentionsIn } from '../../lookup/located_citations.js'

test('only short forms refer to a full citation', ({ assert }) => {
  const text =
    'Roe v. Wade, 410 U.S. 113 (1973). Brown, 347 U.S. 483 (1954). See Roe, 410 U.S., at 120.'
  const mentions = mentionsIn(text).map(({ start, end, repeats }) => ({
    text: text.slice(start, end),
    ...(repeats === undefined ? {} : { repeats }),
  }))
  assert.containSubset(mentions[0], { text: '410 U.S. 113' })
  assert.notProperty(mentions[0], 'repeats')
  assert.notProperty(mentions[1], 'repeats')
  assert.equal(mentions[2]!.repeats, text.indexOf('410 U.S. 113'))
})
