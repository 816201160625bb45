import { test } from '@japa/runner'
import { decideAdmission, getWindowStatuses } from '#app/throttle/admission'
import { Ledger } from '#app/throttle/ledger'
import { decodeLedger, encodeLedger, openLedger } from '#app/throttle/ledger_codec'
import { formatRate, parseRate, type Rate } from '#app/throttle/rate'
import { RollingWindow } from '#app/throttle/rolling_window'
import { Random } from '#app/support/random'
import { asJson } from '../../database/migrations/28_ledgers_as_json.js'

const START = Date.UTC(2026, 0, 1)

/** The rule in its simplest form: every request with its time, kept forever. */
class PlainWindow {
  readonly entries: { time: number; cost: number }[] = []

  constructor(readonly rate: Rate) {}

  used(now: number): number {
    return this.#inWindow(now).reduce((sum, { cost }) => sum + cost, 0)
  }

  freesAt(now: number): number | null {
    let leaving = Math.max(1, this.used(now) - this.rate.limit + 1)
    for (const { time, cost } of this.#inWindow(now)) {
      leaving -= cost
      if (leaving <= 0) return time + this.rate.seconds * 1000
    }
    return null
  }

  #inWindow(now: number) {
    return this.entries.filter(({ time }) => time > now - this.rate.seconds * 1000)
  }
}

test.group('windows and clocks that are set back', () => {
  for (const [rate, limit] of [
    ['5/min', 5],
    ['125/day', 125],
    ['5000/hour', 5000],
  ] as const) {
    test(`no caller at ${rate} waits longer than two windows`, ({ assert }) => {
      const { seconds } = parseRate(rate)
      for (const ahead of [0.5, 1, 2, 100, 10_000]) {
        const window = new RollingWindow(seconds)
        const wrong = START + ahead * seconds * 1000
        for (let n = 0; n < limit; n++) window.add(1, limit, wrong)
        assert.equal(window.used(START), limit)
        assert.isAtMost(window.freesAt(limit, START)! - START, 2.002 * seconds * 1000)
        const stored = decodeLedger(
          encodeLedger(new Ledger(new Map([['user', new Map([[seconds, window]])]])), START)
        )
        const freed = START + 2.002 * seconds * 1000
        assert.equal(stored.window('user', parseRate(rate), freed).used(freed), 0)
      }
    })
  }

  test('differences of less than a window between server clocks have no effect', ({ assert }) => {
    const window = new RollingWindow(60)
    window.add(1, 5, START + 59_000)
    assert.equal(window.used(START), 1)
    assert.deepEqual(window.entries(START), [[START + 59_000, 1]])
  })
})

test.group('rates', () => {
  test('recent usage is read from the shortest window that is long enough', ({ assert }) => {
    const use = (...rates: string[]) => {
      const ledger = new Ledger()
      const charge = { scope: 'user', rates: rates.map(parseRate), cost: 1 }
      for (const ago of [4000, 400, 299, 200, 30])
        decideAdmission(ledger, { charges: [charge], counted: false }, START - ago * 1000)
      return ledger.recent('user', 300, START)
    }
    assert.deepEqual(use('5/min', '50/hour', '125/day'), { used: 3, seconds: 300 })
    assert.deepEqual(use('125/day'), { used: 3, seconds: 300 })
    assert.deepEqual(use('5/min'), { used: 1, seconds: 60 })
    assert.deepEqual(new Ledger().recent('user', 300, START), { used: 0, seconds: 300 })
  })

  test('are parsed in every spelling and formatted in one')
    .with([
      ['5/min', '5/min'],
      ['5/m', '5/min'],
      ['50/hour', '50/hour'],
      ['50/h', '50/hour'],
      ['125/d', '125/day'],
      [' 0/minute ', '0/min'],
    ] as const)
    .run(({ assert }, [text, shown]) => {
      assert.equal(formatRate(parseRate(text)), shown)
    })

  test('are rejected with a sentence')
    .with([
      '',
      '5',
      '5/',
      '/min',
      '-5/min',
      '5.5/min',
      '5/week',
      '5/mins',
      '5 /min',
      '999999999/day',
    ])
    .run(({ assert }, text) => {
      assert.throws(() => parseRate(text), /rate/)
    })
})

test.group('rolling window', () => {
  test('matches counting every request up to 1,000')
    .with([1, 5, 50, 125, 1000])
    .run(({ assert }, limit) => {
      const random = new Random(limit)
      const rate = { limit, seconds: 60 } as const
      const window = new RollingWindow(60)
      const plain = new PlainWindow(rate)
      let now = START
      for (let step = 0; step < 6000; step++) {
        now += Math.floor((random.next() * 120_000) / limit)
        assert.equal(window.used(now), plain.used(now))
        assert.equal(window.freesAt(limit, now), plain.freesAt(now))
        if (plain.used(now) >= limit) continue
        const cost = random.next() < 0.1 ? 1 + Math.floor(random.next() * 5) : 1
        window.add(cost, limit, now)
        plain.entries.push({ time: now, cost })
      }
    })

  test('never exceeds the limit above 1,000, and frees capacity within a thousandth', ({
    assert,
  }) => {
    const random = new Random(7)
    const limit = 5000
    const rate = { limit, seconds: 3600 } as const
    const bucket = 3600
    const window = new RollingWindow(3600)
    const plain = new PlainWindow(rate)
    let now = START
    for (let step = 0; step < 20_000; step++) {
      now += Math.floor(random.next() * 1200)
      assert.isAtLeast(window.used(now), plain.used(now))
      if (window.used(now) >= limit) {
        // At the time of the request minus one bucket, the window was full according to the
        // simple rule as well.
        const plainThen = plain.entries.filter(({ time }) => time > now - 3600_000 - bucket)
        assert.isAtLeast(plainThen.length, limit)
        continue
      }
      window.add(1, limit, now)
      plain.entries.push({ time: now, cost: 1 })
    }
    assert.isAtMost(window.entries(now).length, 1001)
  })

  test('of a million per day keeps a thousand entries', ({ assert }) => {
    const window = new RollingWindow(86_400)
    for (let request = 0; request < 200_000; request++) {
      const now = START + request * 700
      window.used(now)
      window.add(1, 1_000_000, now)
    }
    assert.isAtMost(window.entries(START + 200_000 * 700).length, 1001)
  })

  test('reports the end of the bucket', ({ assert }) => {
    const window = new RollingWindow(60)
    window.add(1, 2000, START + 1)
    assert.equal(window.freesAt(2000, START + 2), START + 60 + 60_000)
  })
})

test.group('ledger', () => {
  const rates = (...texts: string[]) => texts.map(parseRate)
  const request = (...texts: string[]) => ({
    charges: [{ scope: 'user', rates: rates(...texts), cost: 1 }],
    counted: true,
  })

  test('rejects by the window that blocks longest, without recording the request', ({ assert }) => {
    const ledger = new Ledger()
    const admission = request('2/min', '2/hour')
    assert.isNull(decideAdmission(ledger, admission, START).refusedBy)
    assert.isNull(decideAdmission(ledger, admission, START + 1000).refusedBy)
    for (let again = 0; again < 10; again++) {
      const { refusedBy } = decideAdmission(ledger, admission, START + 2000 + again)
      assert.equal(formatRate(refusedBy!.rate), '2/hour')
      assert.equal(refusedBy!.freesAt, START + 3_600_000)
    }
    assert.equal(ledger.days.lifetime, 2)
    assert.isNull(decideAdmission(ledger, admission, START + 3_600_000).refusedBy)
  })

  test('records in all scopes or in none', ({ assert }) => {
    const ledger = new Ledger()
    const admission = {
      charges: [
        { scope: 'user', rates: rates('10/min'), cost: 1 },
        { scope: 'citations', rates: rates('60/min'), cost: 59 },
      ],
      counted: true,
    }
    assert.isNull(decideAdmission(ledger, admission, START).refusedBy)
    // 59 of 60 are used, and a request may exceed the limit.
    assert.isNull(decideAdmission(ledger, admission, START + 1).refusedBy)
    assert.equal(decideAdmission(ledger, admission, START + 2).refusedBy!.scope, 'citations')
    const [user, citations] = getWindowStatuses(ledger, admission.charges, START + 3)
    assert.equal(user!.used, 2)
    assert.equal(citations!.used, 118)
    // The expiry of the first 59 is enough.
    assert.equal(citations!.freesAt, START + 60_000)
  })

  test('a scope without rates allows everything', ({ assert }) => {
    const ledger = new Ledger()
    const charges = [
      { scope: 'user', rates: [parseRate('5/min')], cost: 1 },
      { scope: 'alerts', rates: [], cost: 1 },
    ]
    const { refusedBy, windows } = decideAdmission(ledger, { charges, counted: true }, START)
    assert.isNull(refusedBy)
    assert.lengthOf(windows, 1)
    assert.deepEqual(
      encodeLedger(decodeLedger(encodeLedger(ledger, START)), START),
      encodeLedger(ledger, START)
    )
  })

  test('a rate of 0 blocks without a retry time', ({ assert }) => {
    const { refusedBy } = decideAdmission(new Ledger(), request('0/min'), START)
    assert.equal(refusedBy!.rate.limit, 0)
    assert.isNull(refusedBy!.freesAt)
  })

  test('a new window includes the history of the scope', ({ assert }) => {
    const ledger = new Ledger()
    for (let n = 0; n < 5; n++) decideAdmission(ledger, request('5/min', '50/hour'), START + n)
    const raised = decideAdmission(ledger, request('6/min', '8/day'), START + 10)
    assert.isNull(raised.refusedBy)
    assert.deepEqual(
      raised.windows.map(({ used }) => used),
      [6, 6]
    )
    // The hour had no rate for a while but has the complete history.
    const back = decideAdmission(ledger, request('50/hour'), START + 20)
    assert.equal(back.windows[0]!.used, 7)
  })

  test('is preserved by encoding and decoding', ({ assert }) => {
    const random = new Random(3)
    for (let round = 0; round < 50; round++) {
      const ledger = new Ledger()
      const admission = request('20/min', '300/hour', '5000/day')
      let now = START
      for (let step = 0; step < 400; step++) {
        now += Math.floor(random.next() * 60_000)
        decideAdmission(ledger, admission, now)
      }
      const bytes = encodeLedger(ledger, now)
      const copy = decodeLedger(bytes)
      assert.deepEqual(
        getWindowStatuses(copy, admission.charges, now),
        getWindowStatuses(ledger, admission.charges, now)
      )
      assert.deepEqual(copy.days, ledger.days)
      assert.deepEqual(encodeLedger(copy, now), bytes)
    }
  })

  test('reads ledgers of the earlier format after the upgrade', ({ assert }) => {
    // Three requests 1.5 s apart, with seven citations each, as written by the earlier version.
    const packed = Buffer.from(
      '010301e69f0103020475736572023c0380a0d5edee66b817b817901c0380a0d5edee66b817b817096369746174696f6e73013c0381a0d5edee6607b91707b91707',
      'hex'
    )
    const charges = [
      { scope: 'user', rates: ['5/min', '50/hour'].map(parseRate) },
      { scope: 'citations', rates: [parseRate('60/min')] },
    ]
    const now = START + 4000
    const ledger = openLedger(asJson(packed))
    assert.deepEqual(
      getWindowStatuses(ledger, charges, now).map(({ used, freesAt }) => [used, freesAt! - START]),
      [
        [3, 60_000],
        [3, 3_600_000],
        [21, 60_000],
      ]
    )
    assert.equal(ledger.days.lifetime, 3)
    // Stores that aren't migrated lose it.
    assert.equal(openLedger(packed).days.lifetime, 0)
  })

  test('is preserved by any number of writes, with pauses and bursts between them', ({
    assert,
  }) => {
    const random = new Random(11)
    for (const text of ['20/min', '900/min', '5000/min', '1000000/day']) {
      const rate = parseRate(text)
      const ledger = new Ledger()
      const charge = { scope: 'user', rates: [rate], cost: 1 }
      let now = START
      for (let n = 0; n < 6000; n++) {
        now += random.between(0, 49) ? random.between(0, 399) : random.between(0, 89999)
        decideAdmission(
          ledger,
          { charges: [{ ...charge, cost: 1 + random.between(0, 2) }], counted: true },
          now
        )
        if (random.between(0, 3)) continue
        const written = decodeLedger(encodeLedger(ledger, now))
        const [mine, copy] = [ledger, written].map((one) =>
          one.window('user', rate, now).entries(now)
        )
        if (JSON.stringify(mine) !== JSON.stringify(copy)) assert.deepEqual(copy, mine)
      }
      assert.isAbove(ledger.window('user', rate, now).used(now), 0)
    }
  })

  test('counts days in UTC and drops days that the report does not show', ({ assert }) => {
    const ledger = new Ledger()
    const day = 86_400_000
    for (let n = 0; n < 40; n++) ledger.days.count(START + n * day - 1)
    const recent = ledger.days.recent(START + 39 * day)
    assert.lengthOf(recent, 14)
    assert.deepEqual(recent.at(-1), ['2026-02-08', 1])
    assert.equal(ledger.days.lifetime, 40)
    assert.isAtMost(ledger.days.counts.size, 15)
  })
})
