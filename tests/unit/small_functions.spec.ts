/** Functions without a separate spec: their boundaries and special values. */
import { test } from '@japa/runner'
import { longerDescription } from '#app/court_pages/notice_subject'
import { LAST_DAY, toRowIdDay } from '#app/search_engine/engines/embedded/row_id'
import { countText, durationText } from '#app/support/progress_display'
import { parsePageParam } from '#app/web/page_requests'

const pageOf = (query: string) => parsePageParam(new URLSearchParams(query), 9)

const CASES: [(...values: never[]) => unknown, values: unknown[], expected: unknown][] = [
  [durationText, [Number.NaN], '–'],
  [durationText, [-1], '0 s'],
  [durationText, [59.4], '59 s'],
  [durationText, [59.6], '1 min'],
  [durationText, [3569], '59 min'],
  [durationText, [3600], '1 h 0 min'],
  [durationText, [7500], '2 h 5 min'],
  [countText, [12_345], '12,345'],
  [pageOf, [''], 1],
  [pageOf, ['page=1'], 1],
  [pageOf, ['page=9'], 9],
  [pageOf, ['page=10'], 1],
  [pageOf, ['page=0'], 1],
  [pageOf, ['page=2.5'], 1],
  [pageOf, ['page=x'], 1],
  [longerDescription, ['Brief "Reply brief"', 'Brief', []], 'Reply brief'],
  [longerDescription, ['Brief "Reply"', 'Reply brief', []], 'Reply brief'],
  [longerDescription, ['Filed 12" rule', 'X', []], 'X'],
  [longerDescription, ['No quotes here', '', []], ''],
  [longerDescription, ['Ash "Al" Roe v. Doe "Brief"', '', ['Ash "Al" Roe v. Doe']], 'Brief'],
  [toRowIdDay, [null], 0],
  [toRowIdDay, ['1500-01-01'], 1],
  [toRowIdDay, ['1600-01-03'], 2],
  [toRowIdDay, ['9999-12-31'], LAST_DAY],
]

test.group('small functions', () => {
  test('{name} of {given} is {expected}')
    .with(
      CASES.map(([of, values, expected]) => {
        return { of, values, expected, name: of.name, given: JSON.stringify(values) }
      })
    )
    .run(({ assert }, { of, values, expected }) => {
      assert.deepEqual(of(...(values as never[])), expected)
    })
})
