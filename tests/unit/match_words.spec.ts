/** Fuzzy words, against words that differ by a known number of edits. */
import { test } from '@japa/runner'
import { wordMatcher } from '#app/search_engine/query/match_words'

const fuzzy = (word: string, edits: 1 | 2) =>
  wordMatcher({ op: 'fuzzy', fields: ['name'], word, edits })

test.group('fuzzy words', () => {
  test('{word}~{edits} and {other}: {matches}')
    .with<{ word: string; edits: 1 | 2; other: string; matches: boolean }[]>([
      { word: 'duty', edits: 1, other: 'duty', matches: true },
      { word: 'duty', edits: 1, other: 'dut', matches: true },
      { word: 'duty', edits: 1, other: 'dutys', matches: true },
      { word: 'duty', edits: 1, other: 'dury', matches: true },
      { word: 'duty', edits: 1, other: 'dtuy', matches: true },
      { word: 'duty', edits: 1, other: 'du', matches: false },
      { word: 'duty', edits: 1, other: 'rudy', matches: false },
      { word: 'duty', edits: 1, other: 'dutiesy', matches: false },
      { word: 'duty', edits: 2, other: 'du', matches: true },
      { word: 'duty', edits: 2, other: 'deputy', matches: true },
      { word: 'duty', edits: 2, other: 'beauty', matches: false },
      // Letters of two units, whose units differ in all bits that matter.
      { word: '𝒜bc', edits: 1, other: '𝓩bc', matches: true },
      { word: '𠀋bc', edits: 1, other: '🀄bc', matches: true },
      { word: '𠀋bc', edits: 1, other: 'bc', matches: true },
      { word: '𠀋bc', edits: 1, other: '🀄xc', matches: false },
      { word: '𠀋🀄', edits: 2, other: '😀𝒜', matches: true },
    ])
    .run(({ assert }, { word, edits, other, matches }) => {
      assert.equal(fuzzy(word, edits)(other), matches)
    })

  test('match every word within their edits', ({ assert }) => {
    const letters = [...'abcdeéßœ中文𠀋🀄😀𝒜𝓩']
    const anyOf = (from: readonly string[]) => from[Math.floor(Math.random() * from.length)]!
    for (let round = 0; round < 5_000; round++) {
      const word = Array.from({ length: 4 + Math.floor(Math.random() * 8) }, () => anyOf(letters))
      const edits = round % 2 ? 1 : 2
      const edited = [...word]
      // Swaps of two edits don't overlap, so that each remains one edit.
      const half = Math.floor(word.length / 2)
      for (const start of [half, 0].slice(0, edits)) {
        const at = start + Math.floor(Math.random() * (half - 1))
        const kind = Math.floor(Math.random() * 4)
        if (kind === 0) edited.splice(at, 1)
        else if (kind === 1) edited.splice(at, 0, anyOf(letters))
        else if (kind === 2) edited[at] = anyOf(letters)
        else edited.splice(at, 2, edited[at + 1]!, edited[at]!)
      }
      assert.isTrue(
        fuzzy(word.join(''), edits)(edited.join('')),
        `${word.join('')}~${edits} ${edited.join('')}`
      )
    }
  })
})
