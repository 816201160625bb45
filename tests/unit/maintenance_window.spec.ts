import { test } from '@japa/runner'
import { maintenanceNotice, Maintenance } from '#app/maintenance/maintenance'
import { maintenanceWindow, nextOccurrence } from '#app/maintenance/window'

const parse = (text: string) => maintenanceWindow()('MAINTENANCE', text)
const SPECIFIED = 'Thu 21:00-23:59 America/Los_Angeles'

const next = (text: string, now: string) => {
  const { start, end } = nextOccurrence(parse(text)!, new Date(now))
  return [start, end].map((time) =>
    time.toUTC().toISO({ suppressMilliseconds: true, suppressSeconds: true })
  )
}

test.group('maintenance window', () => {
  for (const [what, text, now, expected] of [
    ['is this week’s', SPECIFIED, '2026-11-25T12:00Z', ['2026-11-27T05:00Z', '2026-11-27T07:59Z']],
    [
      'lasts until its last minute',
      SPECIFIED,
      '2026-11-27T07:58:59Z',
      ['2026-11-27T05:00Z', '2026-11-27T07:59Z'],
    ],
    [
      'is next week’s after it ends',
      SPECIFIED,
      '2026-11-27T07:59Z',
      ['2026-12-04T05:00Z', '2026-12-04T07:59Z'],
    ],
    [
      'is an hour earlier in daylight saving time',
      SPECIFIED,
      '2026-07-01T00:00Z',
      ['2026-07-03T04:00Z', '2026-07-03T06:59Z'],
    ],
    [
      'can extend past midnight into the next week',
      'Sun 23:30-00:30 Europe/Berlin',
      '2026-11-29T23:15Z',
      ['2026-11-29T22:30Z', '2026-11-29T23:30Z'],
    ],
    [
      'is an hour longer when clocks go back during it',
      'Sat 23:00-03:00 Europe/Berlin',
      '2026-10-24T12:00Z',
      ['2026-10-24T21:00Z', '2026-10-25T02:00Z'],
    ],
    [
      'is an hour shorter when clocks go forward during it',
      'Sat 23:00-03:30 Europe/Berlin',
      '2026-03-28T12:00Z',
      ['2026-03-28T22:00Z', '2026-03-29T01:30Z'],
    ],
    [
      'begins after the skipped hour',
      'Sun 02:30-04:00 Europe/Berlin',
      '2026-03-28T12:00Z',
      ['2026-03-29T01:30Z', '2026-03-29T02:00Z'],
    ],
    [
      'of a whole day ends at the time it began',
      'Mon 08:00-08:00 UTC',
      '2026-11-24T07:00Z',
      ['2026-11-23T08:00Z', '2026-11-24T08:00Z'],
    ],
  ] as const) {
    test(what, ({ assert }) => {
      assert.deepEqual(next(text, now), [...expected])
    })
  }

  for (const text of [
    'Thu 21:00',
    'Don 21:00-23:00 UTC',
    'Thu 24:00-25:00 UTC',
    'Thu 21:00-23:59 Nowhere/Town',
    'daily',
  ])
    test(`rejects ${text} with an example`, ({ assert }) => {
      assert.throws(
        () => parse(text),
        /^MAINTENANCE must be a day, two times, and a time zone, such as "Thu 21:00/
      )
    })

  test('can be cleared', ({ assert }) => {
    assert.isUndefined(maintenanceWindow()('MAINTENANCE', ''))
  })
})

test.group('maintenance announcement', () => {
  const make = (text: string | null) =>
    new Maintenance(text === null ? null : parse(text)!, async () => ({}) as never)
  const at = (text: string) => new Date(text)

  test('starts an hour before the window and ends with it', ({ assert }) => {
    const maintenance = make(SPECIFIED)
    assert.isNull(maintenance.announced(at('2026-11-27T03:59:59Z')))
    assert.isNotNull(maintenance.announced(at('2026-11-27T04:00:00Z')))
    assert.isNotNull(maintenance.announced(at('2026-11-27T07:58:00Z')))
    assert.isNull(maintenance.announced(at('2026-11-27T07:59:00Z')))
    assert.isNull(make(null).announced())
  })

  test('retries are scheduled for the end of the window or in ten minutes', ({ assert }) => {
    const maintenance = make(SPECIFIED)
    assert.equal(maintenance.retryAfter(at('2026-11-27T07:00:00Z')), 3540)
    assert.equal(maintenance.retryAfter(at('2026-11-27T04:30:00Z')), 600)
    assert.equal(make(null).retryAfter(), 600)
  })

  test('pages show the time of the maintenance', ({ assert }) => {
    const maintenance = make(SPECIFIED)
    assert.equal(maintenanceNotice(maintenance, at('2026-11-20T12:00:00Z')), '')
    assert.equal(
      maintenanceNotice(maintenance, at('2026-11-27T04:30:00Z')),
      'Maintenance window: Thursday, November 26, 21:00 to 23:59 (America/Los Angeles). The site may be unavailable.'
    )
  })
})
