/** Period of the link to all results in an email. */
import { test } from '@japa/runner'
import { getCutoffDate } from '../../delivery/hits_mail.js'

test.group('period of emails', () => {
  test('{rate} at {now} in {zone}: {since}')
    .with([
      { rate: 'dly', now: '2026-03-02T00:30:00Z', zone: 'UTC', since: '2026-03-01T00:00:00Z' },
      {
        rate: 'dly',
        now: '2026-03-02T08:30:00Z',
        zone: 'America/Los_Angeles',
        since: '2026-03-01T08:00:00Z',
      },
      // Daylight saving time starts at two on the 8th.
      {
        rate: 'dly',
        now: '2026-03-09T07:30:00Z',
        zone: 'America/Los_Angeles',
        since: '2026-03-08T08:00:00Z',
      },
      {
        rate: 'wly',
        now: '2026-03-09T08:00:00Z',
        zone: 'America/Los_Angeles',
        since: '2026-03-02T08:00:00Z',
      },
      {
        rate: 'mly',
        now: '2026-01-01T01:30:00Z',
        zone: 'Europe/Berlin',
        since: '2025-11-30T23:00:00Z',
      },
    ])
    .run(({ assert }, { rate, now, zone, since }) => {
      assert.equal(getCutoffDate(rate, new Date(now), zone).getTime(), Date.parse(since))
    })
})
