import { test } from '@japa/runner'
import { BlockedTime, type LoopSample } from '#app/support/watchdog/blocked_time'

const STEP = 1_000

/** Adds samples at intervals of one step, unless they specify another time. */
function observe(samples: Partial<LoopSample>[]): number[] {
  const time = new BlockedTime(STEP)
  let last: LoopSample = { now: 0, beats: 0, queued: 0, isOnDisk: false }
  return samples.map((sample) => {
    last = { ...last, now: last.now + STEP, isOnDisk: false, ...sample }
    time.add(last)
    return time.milliseconds
  })
}

const times = (count: number, sample: Partial<LoopSample> = {}) =>
  Array.from({ length: count }, () => sample)

test.group('blocked time', () => {
  test('is 0 while the loop has heartbeats', ({ assert }) => {
    assert.deepEqual(observe([1, 2, 3, 4].map((beats) => ({ beats }))), [0, 0, 0, 0])
  })

  test('starts with the sample after the loop is overdue', ({ assert }) => {
    assert.deepEqual(observe([{ beats: 1 }, ...times(4)]), [0, 0, 1_000, 2_000, 3_000])
  })

  test('ends with a heartbeat', ({ assert }) => {
    assert.deepEqual(
      observe([{ beats: 1 }, ...times(3), { beats: 2 }, ...times(2)]),
      [0, 0, 1_000, 2_000, 0, 0, 1_000]
    )
  })

  test('is one step for a process that was stopped or suspended for an hour', ({ assert }) => {
    assert.deepEqual(
      observe([{ beats: 1 }, { now: 3_600_000 }, { now: 7_200_000 }, { beats: 2, now: 7_200_001 }]),
      [0, 0, 1_000, 0]
    )
  })

  test('excludes time without a CPU', ({ assert }) => {
    const starved = [250, 1_250, 2_250, 3_000].map((queued) => ({ queued }))
    assert.deepEqual(observe([{ beats: 1 }, ...starved]), [0, 0, 0, 0, 250])
  })

  test('is not reduced by a scheduler clock that runs ahead', ({ assert }) => {
    const samples = [{ beats: 1 }, {}, {}, { queued: 5_000 }, {}]
    assert.deepEqual(observe(samples), [0, 0, 1_000, 1_000, 2_000])
  })

  test('excludes time in which the disk does not respond', ({ assert }) => {
    assert.deepEqual(
      observe([{ beats: 1 }, ...times(3, { isOnDisk: true }), ...times(2)]),
      [0, 0, 0, 0, 1_000, 2_000]
    )
  })

  test('includes sleep without progress of the loop', ({ assert }) => {
    assert.equal(observe([{ beats: 1 }, ...times(11)]).at(-1), 10_000)
  })
})
