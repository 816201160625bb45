import { test } from '@japa/runner'
import { embeddedEngine, openEmbeddedEngine } from '#app/search/engines/embedded/engine'
import { beginningsOf, GAP_WORDS } from '#app/search/engines/embedded/row_content'
import { blocksOf } from '#app/search/engines/embedded/value_blocks'
import { testEngine } from '#tests/search/engine_conformance'
import { testRankedSet } from '#tests/search/ranked_set_conformance'
import { testScores } from '#tests/search/score_conformance'

function marksOf(name: string, value: string | number | boolean) {
  const time = () => Date.parse(String(value))
  if (['heard', 'served'].includes(name)) return blocksOf('date', time() / 86_400_000)
  return name === 'opened' ? blocksOf('datetime', time()) : [value]
}

test.group('search engine, embedded', () => {
  const open = testEngine(openEmbeddedEngine)
  testRankedSet(open, embeddedEngine)
  testScores(open, (texts, fields, siblings, index) => {
    const isText = (name: string) => name in texts
    const words = Object.values(texts).flatMap((values) => {
      const lengths = values.map(({ exact }) => exact.length).filter(Boolean)
      const gaps = lengths
        .slice(1)
        .map((length, at) => Math.max(0, GAP_WORDS - Math.min(length, lengths[at]!)))
      const beginnings = values.map(({ exact }) => beginningsOf(exact).length)
      return [...lengths.map((length) => 2 * length), ...beginnings, ...gaps]
    })
    // One mark for every row, and one for each value that is no text or date, or each block of several dates.
    const marks = Object.entries(fields).flatMap(([name, value]) =>
      isText(name) || ['filed', 'entered', 'stamp'].includes(name) || value === null
        ? []
        : [...new Set([value].flat().flatMap((one) => marksOf(name, one!)))]
    )
    const isMarked = index.ownRow === 'without children' && siblings > 0
    return words.reduce((sum, count) => sum + count, 0) + marks.length + 1 + (isMarked ? 1 : 0)
  })
})
