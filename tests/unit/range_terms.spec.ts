import { test } from '@japa/runner'
import {
  buildRangeBlocks,
  blocksWithin,
  type BlockedKind,
} from '#app/search_engine/engines/embedded/row_content'
import { random } from '#tests/search/archive'

test.group('blocks of dates and times', () => {
  test('a value shares exactly one block with a range that contains it ({kind})')
    .with([
      { kind: 'date' as BlockedKind, spread: 200_000 },
      { kind: 'datetime' as BlockedKind, spread: 200_000 * 86_400_000 },
    ])
    .run(({ assert }, { kind, spread }) => {
      const next = random(7)
      const value = () => Math.floor((next() - 0.5) * spread * next() ** 4)
      for (let round = 0; round < 2000; round++) {
        const [from, to] = [value(), value()].sort((one, other) => one - other) as [number, number]
        const ends = [next() < 0.2 ? null : from, next() < 0.2 ? null : to] as const
        const blocks = blocksWithin(kind, ...ends)
        assert.isBelow(blocks.length, 700)
        for (const sought of [from, to, from - 1, to + 1, value()]) {
          const isWithin = sought >= (ends[0] ?? -Infinity) && sought <= (ends[1] ?? Infinity)
          const shared = buildRangeBlocks(kind, sought).filter((block) => blocks.includes(block))
          assert.lengthOf(shared, isWithin ? 1 : 0, `${sought} in ${ends.join(' to ')}`)
        }
      }
    })

  test('bounds can be fractions, and invalid or infinite values have no blocks', ({ assert }) => {
    assert.deepEqual(blocksWithin('date', 0.5, 2.5), ['0.1', '0.2'])
    assert.deepEqual(blocksWithin('date', 5, 4), [])
    assert.deepEqual(buildRangeBlocks('date', Number.NaN), [])
    assert.deepEqual(buildRangeBlocks('date', 1e12), [])
  })
})
