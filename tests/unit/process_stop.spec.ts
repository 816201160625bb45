import { tracingChannel } from 'node:diagnostics_channel'
import { test } from '@japa/runner'
import {
  nameShutdowns,
  namedWork,
  STOP_FLUSHES,
  timeUntil,
  unfinishedWork,
} from '#app/support/process_stop'

const names = () => unfinishedWork().map((line) => line.split(', ', 1)[0])

test.group('unfinished work', () => {
  test('is listed by name, oldest first, until it has ended', async ({ assert }) => {
    const first = Promise.withResolvers<void>()
    const second = Promise.withResolvers<void>()
    const running = [
      namedWork('job a', () => first.promise),
      namedWork(
        () => 'request GET /b',
        () => second.promise
      ),
    ]
    assert.deepEqual(names(), ['job a', 'request GET /b'])
    assert.match(unfinishedWork()[0]!, /^job a, \d+\.\d s$/)
    first.resolve()
    await running[0]
    assert.deepEqual(names(), ['request GET /b'])
    second.reject(new Error('failed'))
    await assert.rejects(() => running[1]!, 'failed')
    assert.deepEqual(names(), [])
  })

  test('includes providers that are shutting down', async ({ assert }) => {
    nameShutdowns()
    class SlowProvider {}
    const channel = tracingChannel<unknown, { provider: object }>('adonisjs.provider.shutdown')
    const shutdown = Promise.withResolvers<void>()
    const traced = channel.tracePromise(() => shutdown.promise, { provider: new SlowProvider() })
    assert.deepEqual(names(), ['shutdown of SlowProvider'])
    shutdown.resolve()
    await traced
    assert.deepEqual(names(), [])
  })

  test('has no deadline before a shutdown', ({ assert }) => {
    assert.equal(timeUntil(STOP_FLUSHES), Infinity)
  })
})
