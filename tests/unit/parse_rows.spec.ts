/** Row IDs in SQLite’s text format. */
import { test } from '@japa/runner'
import { parseRows } from '#app/search_engine/engines/embedded/parse_rows'
import {
  LAST_DAY,
  MAX_CHILDREN,
  MAX_PARENTS,
  place,
  rowId,
} from '#app/search_engine/engines/embedded/row_id'
import { random } from '#tests/search/archive'

test.group('row IDs in text', () => {
  test('reads places and ordinals of the smallest, the largest, and 10,000 other IDs', ({
    assert,
  }) => {
    const next = random(3)
    const below = (most: number) => Math.floor(next() * most)
    const rows = [
      { at: place(0, 0), ordinal: 0 },
      { at: place(0, 1), ordinal: MAX_CHILDREN },
      { at: place(LAST_DAY, MAX_PARENTS - 1), ordinal: MAX_CHILDREN },
      ...Array.from({ length: 10_000 }, () => ({
        at: place(below(2) * below(LAST_DAY + 1), below(MAX_PARENTS)),
        ordinal: below(MAX_CHILDREN + 1),
      })),
    ]
    const parsed = parseRows(rows.map(({ at, ordinal }) => rowId(at, ordinal)).join(','))
    assert.deepEqual(
      [...parsed.places],
      rows.map(({ at }) => at)
    )
    assert.deepEqual(
      [...parsed.ordinals],
      rows.map(({ ordinal }) => ordinal)
    )
  })

  test('an empty text has no rows', ({ assert }) => {
    assert.lengthOf(parseRows('').places, 0)
  })
})
