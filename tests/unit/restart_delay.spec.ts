import { test } from '@japa/runner'
import { RestartDelay } from '#app/boot/cluster/restart_delay'

const MINUTE = 60_000

test.group('restart delay', () => {
  test('restarts immediately after the first exit, and backs off in a crash loop', ({ assert }) => {
    const delay = new RestartDelay()
    const pauses = Array.from({ length: 9 }, () => delay.next(100))
    assert.deepEqual(pauses, [0, 500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000])
  })

  test('the backoff is reset after a process has run for a while', ({ assert }) => {
    const delay = new RestartDelay()
    for (let n = 0; n < 5; n++) delay.next(100)
    assert.equal(delay.next(MINUTE), 0)
    assert.equal(delay.next(100), 500)
  })
})
