import { test } from '@japa/runner'
import { Random } from '#app/support/random'
import {
  emptyBlock,
  withChanges,
  type ChangedRow,
} from '#app/search_engine/engines/embedded/facet_columns'

const FACETS = 2

test.group('column blocks', () => {
  test('incremental changes give the same block as a full read', ({ assert }) => {
    const random = new Random(7)
    let rows = new Map<string, ChangedRow>()
    let block = emptyBlock(0, FACETS)
    for (let round = 0; round < 200; round++) {
      const changes = new Map<string, ChangedRow>()
      for (let at = random.between(0, 12); at > 0; at--) {
        const [place, ordinal] = [random.between(1, 20), random.between(0, 3)]
        const codes = random.chance(0.3) ? null : [random.between(0, 9), random.between(0, 9)]
        changes.set(`${place} ${ordinal}`, { place, ordinal, codes })
      }
      block = withChanges(block, newestFirst([...changes.values()]))
      rows = new Map([...rows, ...changes])
      const expected = newestFirst([...rows.values()].filter(({ codes }) => codes))
      const found = Array.from(block.places, (place, at) => ({
        place,
        ordinal: block.ordinals[at],
        codes: block.codes.map((codes) => codes[at]),
      }))
      assert.deepEqual(found, expected)
    }
    assert.isAbove(block.places.length, 20)
  })
})

const newestFirst = (rows: ChangedRow[]) =>
  rows.sort((one, other) => other.place - one.place || other.ordinal - one.ordinal)
