/** Thread tasks: failing tasks fail alone, and no task waits for another kind of work. */
import { spawnSync } from 'node:child_process'
import { getPriority } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { test } from '@japa/runner'
import { metrics } from '#app/support/metrics'
import { observeLanes } from '#app/support/tasks/metrics'
import {
  TaskFailed,
  TaskPoolClosed,
  TaskQueueFull,
  TaskTooHard,
  TaskTooLarge,
} from '#app/support/tasks/task_errors'
import type { LaneOptions, TaskLane } from '#app/support/tasks/task_lane'
import { taskModule } from '#app/support/tasks/task_module'
import { TaskPool } from '#app/support/tasks/tasks'
import { errorResponse } from '#app/support/error_response'
import { ROOT } from '#tests/helpers/server_process'

const URL_OF_TASKS = new URL('../fixtures/tasks/tasks', import.meta.url)
const MODULE = taskModule<typeof import('../fixtures/tasks/tasks.js')>(URL_OF_TASKS)
const DEADLINE = 60_000
const LANE: LaneOptions = {
  name: 'test',
  work: 'background',
  threads: 1,
  megabytes: 64,
  deadline: DEADLINE,
  idle: DEADLINE,
}

test.group('thread tasks', (group) => {
  let pool: TaskPool
  let lane: TaskLane
  group.each.setup(() => {
    pool = new TaskPool(1024)
    lane = pool.lane(LANE)
    return () => pool.close()
  })
  group.each.timeout(DEADLINE)

  const interactive = (options: Partial<LaneOptions> = {}) =>
    pool.lane({ ...LANE, name: 'requests', work: 'interactive', ...options })
  /** Ends when the lane is closed. */
  const occupy = async (busy: TaskLane) => {
    busy.run(MODULE, 'loop').catch(() => {})
    while (!busy.running) await sleep(5)
  }

  test('run one after the other in a lane with one thread', async ({ assert }) => {
    assert.isFalse(lane.isRunning)
    const answers = await Promise.all([
      lane.run(MODULE, 'double 21'),
      lane.run(MODULE, 'count'),
      lane.run(MODULE, 'count'),
    ])
    assert.deepEqual(answers, [42, 1, 2])
    assert.isTrue(lane.isRunning)
  })

  test('run concurrently in a lane with two threads', async ({ assert }) => {
    const two = interactive({ threads: 2 })
    await occupy(two)
    assert.equal(await two.run(MODULE, 'double 21'), 42)
  })

  test('that throw fail alone', async ({ assert }) => {
    await lane.run(MODULE, 'count')
    await assert.rejects(() => lane.run(MODULE, 'throw'), TaskFailed, /no such page/)
    assert.equal(await lane.run(MODULE, 'count'), 2)
  })

  test('fail when the task, its result, or its module cannot be used', async ({ assert }) => {
    await assert.rejects(() => lane.run(MODULE, (() => {}) as never), Error, /could not be cloned/)
    await assert.rejects(() => lane.run(MODULE, 'no clone'), TaskFailed, /could not be cloned/)
    const missing = taskModule<typeof import('../fixtures/tasks/tasks.js')>(
      new URL('./missing', import.meta.url)
    )
    await assert.rejects(() => lane.run(missing, 'count'), TaskFailed, /missing/)
    assert.equal(await lane.run(MODULE, 'double 21'), 42)
  })

  test('are terminated at their deadline, and no other task is lost', async ({ assert }) => {
    await lane.run(MODULE, 'count')
    const looping = lane.run(MODULE, 'loop', { deadline: 100 })
    const others = ['count', 'count', 'double 21'] as const
    const next = others.map((task) => lane.run(MODULE, task))
    await assert.rejects(() => looping, TaskTooHard, /longer than 100 ms/)
    assert.deepEqual(await Promise.all(next), [1, 2, 42])
  })

  test('that exhaust object memory are terminated', async ({ assert }) => {
    await lane.run(MODULE, 'count')
    const [filling, next] = [lane.run(MODULE, 'fill memory'), lane.run(MODULE, 'count')]
    await assert.rejects(() => filling, TaskTooHard, /memory/i)
    assert.equal(await next, 1)
  })

  test('that exhaust buffers are terminated if a growth limit is set', async ({ assert }) => {
    await lane.run(MODULE, 'count')
    const filling = lane.run(MODULE, 'fill buffers', { growth: 50_000_000 })
    await assert.rejects(() => filling, TaskTooHard, /memory/i)
    assert.equal(await lane.run(MODULE, 'count'), 1)
  })

  test('that keep much memory return their result, and their thread is replaced', async ({
    assert,
  }) => {
    const keep = () => lane.run(MODULE, 'keep buffers', { growth: 1_000_000_000 })
    assert.equal(await keep(), 20)
    // 200 MB each; the process also releases memory of previous tests.
    let fills = 1
    while ((await keep()) !== 20) fills++
    assert.isAtLeast(fills, 2)
    assert.isAtMost(fills, 12)
  }).timeout(4 * DEADLINE)

  test('that end their thread fail', async ({ assert }) => {
    await assert.rejects(() => lane.run(MODULE, 'exit'), TaskTooHard, /has ended/)
    assert.equal(await lane.run(MODULE, 'double 21'), 42)
  })

  test('that are too large are rejected before they are queued', async ({ assert }) => {
    const bounded = taskModule<typeof import('../fixtures/tasks/tasks.js')>(URL_OF_TASKS, {
      maxSize: 5,
      measure: (task) => String(task).length,
    })
    assert.equal(await lane.run(bounded, 'count'), 1)
    const refused = lane.run(bounded, 'double 21')
    await assert.rejects(() => refused, TaskTooLarge, /size 9; the maximum is 5/)
    assert.equal(errorResponse(await refused.catch((error) => error))?.status, 422)
  })

  test('leave the queue when they are canceled', async ({ assert }) => {
    await occupy(lane)
    const client = new AbortController()
    const queued = lane.run(MODULE, 'count', { signal: client.signal })
    assert.equal(lane.queued, 1)
    client.abort(new Error('disconnected'))
    await assert.rejects(() => queued, Error, 'disconnected')
    assert.equal(lane.queued, 0)
    await assert.rejects(
      () => lane.run(MODULE, 'count', { signal: client.signal }),
      Error,
      'disconnected'
    )
  })

  test('that are canceled while running are terminated after a grace period', async ({
    assert,
  }) => {
    const client = new AbortController()
    const looping = lane.run(MODULE, 'loop', { signal: client.signal })
    while (!lane.running) await sleep(5)
    const next = lane.run(MODULE, 'count')
    client.abort(new Error('disconnected'))
    await assert.rejects(() => looping, Error, 'disconnected')
    assert.equal(await next, 1)
  })

  test('that end within the grace period keep their thread', async ({ assert }) => {
    await lane.run(MODULE, 'count')
    const client = new AbortController()
    const waiting = lane.run(MODULE, { wait: 50 }, { signal: client.signal })
    client.abort(new Error('disconnected'))
    await assert.rejects(() => waiting, Error, 'disconnected')
    assert.equal(await lane.run(MODULE, 'count'), 2)
  })

  test('of requests run while all background lanes are busy', async ({ assert }) => {
    const lanes = [lane, pool.lane(LANE), pool.lane({ ...LANE, megabytes: 512 })]
    for (const busy of lanes) await occupy(busy)
    assert.equal(await interactive().run(MODULE, 'double 21'), 42)
  })

  test('of requests have memory that background tasks cannot use', async ({ assert }) => {
    const requests = interactive({ megabytes: 512 })
    await occupy(pool.lane({ ...LANE, megabytes: 400 }))
    const late = pool.lane({ ...LANE, megabytes: 400 })
    const waiting = late.run(MODULE, 'double 21')
    assert.equal(await requests.run(MODULE, 'double 21'), 42)
    assert.deepEqual([late.queued, late.isRunning], [1, false])
    const closed = assert.rejects(() => waiting, TaskPoolClosed)
    await pool.close()
    await closed
  })

  test('in the background wait for memory, and use that of idle threads', async ({ assert }) => {
    const large = { ...LANE, megabytes: 800 }
    const [first, second] = [pool.lane(large), pool.lane(large)]
    assert.equal(await first.run(MODULE, 'count'), 1)
    assert.equal(await second.run(MODULE, 'count'), 1)
    assert.isFalse(first.isRunning)
  })

  test('in the background run alone even if their limit exceeds that of the pool', async ({
    assert,
  }) => {
    assert.equal(await pool.lane({ ...LANE, megabytes: 4096 }).run(MODULE, 'double 21'), 42)
  })

  test('of requests have the priority of the process, and background tasks have a lower one', async ({
    assert,
  }) => {
    const own = getPriority()
    assert.equal(await interactive().run(MODULE, 'priority'), own)
    assert.isAbove((await lane.run(MODULE, 'priority')) as number, own)
  }).skip(process.platform !== 'linux', 'only Linux has priorities of threads')

  test('of requests are rejected if the queue is full', async ({ assert }) => {
    const requests = interactive({ maxQueued: 2 })
    await occupy(requests)
    const queued = [requests.run(MODULE, 'count'), requests.run(MODULE, 'count')]
    const error = await requests.run(MODULE, 'count').catch((refused) => refused)
    assert.instanceOf(error, TaskQueueFull)
    const { status, headers } = errorResponse(error)!
    assert.deepEqual([status, headers['retry-after']], [503, '2'])
    const closed = queued.map((task) => assert.rejects(() => task, TaskPoolClosed))
    await requests.close()
    await Promise.all(closed)
  })

  test('of requests are rejected if their deadline passes in the queue', async ({ assert }) => {
    const requests = interactive()
    await occupy(requests)
    await assert.rejects(() => requests.run(MODULE, 'count', { deadline: 50 }), TaskQueueFull)
    assert.equal(requests.queued, 0)
  })

  test('in the background are queued without a limit', async ({ assert }) => {
    const tasks = Array.from({ length: 200 }, () => lane.run(MODULE, 'count'))
    assert.equal((await Promise.all(tasks)).at(-1), 200)
  })

  test('fail when their lane is closed, and start new threads afterwards', async ({ assert }) => {
    const tasks = [lane.run(MODULE, 'loop'), lane.run(MODULE, 'count')]
    const fail = Promise.all(tasks.map((task) => assert.rejects(() => task, TaskPoolClosed)))
    await lane.close()
    await fail
    assert.equal(await lane.run(MODULE, 'count'), 1)
  })

  test('fail when the pool is closed, until it is opened', async ({ assert }) => {
    const lanes = [lane, interactive(), pool.lane(LANE)]
    const tasks = lanes.flatMap((one) => [one.run(MODULE, 'loop'), one.run(MODULE, 'count')])
    const fail = Promise.all(tasks.map((task) => assert.rejects(() => task, TaskPoolClosed)))
    await pool.close()
    await fail
    for (const one of lanes) {
      const late = one.run(MODULE, 'count')
      await assert.rejects(() => late, TaskPoolClosed)
      assert.equal(errorResponse(await late.catch((error) => error))?.status, 503)
      assert.isFalse(one.isRunning)
    }
    pool.open()
    assert.equal(await lane.run(MODULE, 'count'), 1)
  })

  test('leave a thread that ends when it is idle', async ({ assert }) => {
    const brief = pool.lane({ ...LANE, idle: 10 })
    assert.equal(await brief.run(MODULE, 'count'), 1)
    while (brief.isRunning) await sleep(5)
    assert.equal(await brief.run(MODULE, 'count'), 1)
  })

  test('do not keep a finished process alive', ({ assert }) => {
    const { stdout, status, stderr } = spawnSync(
      process.execPath,
      ['--import=./bin/read_types.js', 'tests/fixtures/tasks/one_task.ts'],
      { cwd: ROOT, encoding: 'utf8' }
    )
    assert.deepEqual([stdout, status], ['42\n', 0], stderr)
  })

  test('are counted by lane and outcome', async ({ assert }) => {
    const counted = pool.lane({ ...LANE, name: 'counted' })
    metrics.removeSingleMetric('curia_tasks_queued')
    metrics.removeSingleMetric('curia_tasks_running')
    observeLanes(() => pool.lanes)
    await counted.run(MODULE, 'count')
    await counted.run(MODULE, 'throw').catch(() => {})
    await counted.run(MODULE, 'loop', { deadline: 20 }).catch(() => {})
    await occupy(counted)
    counted.run(MODULE, 'count').catch(() => {})
    const text = await metrics.metrics()
    for (const line of [
      'curia_tasks_total{lane="counted",outcome="done"} 1',
      'curia_tasks_total{lane="counted",outcome="failed"} 1',
      'curia_tasks_total{lane="counted",outcome="deadline"} 1',
      'curia_tasks_queued{lane="counted"} 1',
      'curia_tasks_running{lane="counted"} 1',
    ])
      assert.include(text, `${line}\n`)
  })
})
