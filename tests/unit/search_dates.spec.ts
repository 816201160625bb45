import { test } from '@japa/runner'
import { dayNumber, dayRange, readDate } from '#app/search_engine/query/dates'
import { QueryError } from '#app/search_engine/query/query_error'

/** Noon, so that rounding to the day is visible. */
const TODAY = Date.UTC(2026, 4, 10, 12)

function iso(day: number | null): string | null {
  return day === null ? null : new Date(day * 86_400_000).toISOString().slice(0, 10)
}

test.group('dates (1.2)', () => {
  test('{0} is {1} to {2}')
    .with<[string, string, string][]>([
      ['2020-02-03', '2020-02-03', '2020-02-03'],
      ['20200203', '2020-02-03', '2020-02-03'],
      ['2020-02', '2020-02-01', '2020-02-29'],
      ['2021-02', '2021-02-01', '2021-02-28'],
      ['1999', '1999-01-01', '1999-12-31'],
      ['02-03-2020', '2020-02-03', '2020-02-03'],
      ['02-2020', '2020-02-01', '2020-02-29'],
      ['02-03-20', '2020-02-03', '2020-02-03'],
      ['02-03-68', '2068-02-03', '2068-02-03'],
      ['02-03-69', '1969-02-03', '1969-02-03'],
      ['02-99', '1999-02-01', '1999-02-28'],
      ['02/03/2020', '2020-02-03', '2020-02-03'],
      ['2/3/2020', '2020-02-03', '2020-02-03'],
      ['02/2020', '2020-02-01', '2020-02-29'],
      ['02/03/20', '2020-02-03', '2020-02-03'],
      ['02/99', '1999-02-01', '1999-02-28'],
      ['2020/02/03', '2020-02-03', '2020-02-03'],
      ['2020/02', '2020-02-01', '2020-02-29'],
      [' 2020 ', '2020-01-01', '2020-12-31'],
      ['1754', '1754-01-01', '1754-12-31'],
      ['Jan 5, 2020', '2020-01-05', '2020-01-05'],
      ['January 5, 2020', '2020-01-05', '2020-01-05'],
      ['jan. 5th, 2020', '2020-01-05', '2020-01-05'],
      ['5 Sept. 2020', '2020-09-05', '2020-09-05'],
      ['February 2020', '2020-02-01', '2020-02-29'],
      ['5d ago', '2026-05-05', '2026-05-05'],
      ['5 days ago', '2026-05-05', '2026-05-05'],
      ['1 day ago', '2026-05-09', '2026-05-09'],
      ['-5d', '2026-05-05', '2026-05-05'],
      ['-5 days', '2026-05-05', '2026-05-05'],
      ['-5d ago', '2026-05-05', '2026-05-05'],
      ['past 5 days', '2026-05-05', '2026-05-05'],
      ['Past 5 Days', '2026-05-05', '2026-05-05'],
      ['0d ago', '2026-05-10', '2026-05-10'],
      ['2m ago', '2026-03-11', '2026-03-11'],
      ['-2 months', '2026-03-11', '2026-03-11'],
      ['1y ago', '2025-05-10', '2025-05-10'],
      ['past 2 years', '2024-05-10', '2024-05-10'],
    ])
    .run(({ assert }, [text, first, last]) => {
      const days = readDate(text, TODAY)!
      assert.deepEqual([iso(days.first), iso(days.last)], [first, last])
    })

  test('rejects "{0}"')
    .with<[string][]>(
      [
        '',
        '5d',
        '5 days',
        'yesterday',
        '2020-13',
        '2020-00',
        '2020-02-30',
        '20200230',
        '13/01/2020',
        '00/2020',
        '2020-02/03',
        '0000',
        '999',
        '12345',
        '2020-01-01T00:00',
        '-999999y',
        '5 weeks ago',
        'past days',
      ].map((text) => [text])
    )
    .run(({ assert }, [text]) => {
      assert.isNull(readDate(text, TODAY))
    })

  test('after {0}, before {1}: {2} to {3}')
    .with<[string, string, string | null, string | null][]>([
      ['1999', '', '1999-01-01', null],
      ['', '1999', null, '1999-12-31'],
      ['1999', '1999', '1999-01-01', '1999-12-31'],
      ['2001', '1999', '1999-01-01', '2001-12-31'],
      ['2020-05', '2019-03', '2019-03-01', '2020-05-31'],
      ['5d ago', '2020', '2026-05-05', '2020-12-31'],
      ['10d ago', '5d ago', '2026-04-30', '2026-05-05'],
      [' ', '', null, null],
    ])
    .run(({ assert }, [after, before, from, to]) => {
      const range = dayRange(after, before, TODAY)
      assert.deepEqual([iso(range.from), iso(range.to)], [from, to])
    })

  test('rejects an invalid date with valid examples', ({ assert }) => {
    assert.throws(() => dayRange('soon', '', TODAY), QueryError)
    assert.throws(
      () => dayRange('', 'soon', TODAY),
      /^The date entered has an invalid format\. "soon" is not a valid date\. Use 2020-01-31/
    )
  })

  test('days are counted from 1970', ({ assert }) => {
    assert.equal(dayNumber(1970, 1, 1), 0)
    assert.equal(dayNumber(1969, 12, 31), -1)
    assert.equal(dayNumber(50, 1, 1), Date.parse('0050-01-01T00:00:00Z') / 86_400_000)
  })
})
