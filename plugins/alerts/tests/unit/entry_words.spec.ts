/** Words that entries of docket alerts must or must not contain. */
import { test } from '@japa/runner'
import { buildWordFilter, checkWords } from '../../docket_alerts/entry_words.js'

const CASES: [include: string, exclude: string, texts: string[], passes: boolean][] = [
  ['', '', ['NOTICE'], true],
  ['motion', '', ['MOTION to dismiss'], true],
  ['motion', '', ['Motions in limine'], true],
  ['motion', '', ['Emotional distress'], false],
  ['motion, order', '', ['ORDER granting leave'], true],
  ['motion; order', '', ['NOTICE of appearance'], false],
  ['summary judgment', '', ['MOTION for Summary Judgment'], true],
  ['summary judgment', '', ['SUMMARY of the judgment'], false],
  ['"summary judgment"', '', ['MOTION for summary-judgment'], true],
  ['Rule 12(b)(6)', '', ['under rule 12(b)(6)'], true],
  ['Müller', '', ['Letter of J. Muller'], true],
  ['', 'notice of appearance', ['NOTICE of Appearance by A. B.'], false],
  ['', 'notice of appearance', ['NOTICE of hearing'], true],
  ['order', 'minute order', ['MINUTE ORDER'], false],
  ['order', 'minute order', ['ORDER'], true],
  ['exhibit', '', ['COMPLAINT', 'Exhibit A'], true],
  ['', 'exhibit', ['COMPLAINT', 'Exhibit A'], false],
  ['complaint\nanswer', '', ['ANSWER'], true],
  ['order', '', ['', ''], false],
  ['order', '', [], false],
  [',order,,', ' , ', ['ORDER'], true],
]

test.group('words of docket alerts', () => {
  test('{$i}: {0} / {1}')
    .with(CASES)
    .run(({ assert }, [include, exclude, texts, passes]) => {
      const filter = buildWordFilter({ include_words: include, exclude_words: exclude })
      assert.equal(filter(texts), passes)
    })

  test('rejects lists without words', ({ assert }) => {
    for (const text of ['...', ', ;', '—', '"",'])
      assert.throws(() => checkWords({ include_words: text }))
    for (const text of ['', ' ', 'a', 'a,', '§', undefined, 7])
      assert.doesNotThrow(() => checkWords({ exclude_words: text }))
  })
})
