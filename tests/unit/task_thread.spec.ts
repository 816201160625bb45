/** Tasks in a thread: those that go wrong fail alone. */
import { spawnSync } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { test } from '@japa/runner'
import { TaskFailed, TaskThread, TaskThreadClosed, TaskTooHard } from '#app/support/task_thread'
import { ROOT } from '#tests/helpers/server_process'
import type { Task } from '../fixtures/task_thread/tasks.js'

const MODULE = new URL('../fixtures/task_thread/tasks', import.meta.url)
const DEADLINE = 60_000

test.group('tasks in a thread', (group) => {
  let thread: TaskThread<Task, number>
  group.each.setup(() => {
    thread = new TaskThread(MODULE, { deadline: DEADLINE, megabytes: 64 })
    return () => thread.close()
  })
  group.each.timeout(DEADLINE)

  test('are run one after the other by the same thread', async ({ assert }) => {
    assert.isFalse(thread.isRunning)
    const answers = await Promise.all([
      thread.run('double 21'),
      thread.run('count'),
      thread.run('count'),
    ])
    assert.deepEqual(answers, [42, 1, 2])
    assert.isTrue(thread.isRunning)
  })

  test('that throw fail alone', async ({ assert }) => {
    await thread.run('count')
    await assert.rejects(() => thread.run('throw'), TaskFailed, /no such page/)
    assert.equal(await thread.run('count'), 2)
  })

  test('that never end are ended', async ({ assert }) => {
    await thread.run('count')
    const [looping, next] = [thread.run('loop', 100), thread.run('count')]
    await assert.rejects(() => looping, TaskTooHard, /longer than 100 ms/)
    assert.equal(await next, 1)
  })

  test('that fill the memory are ended', async ({ assert }) => {
    await thread.run('count')
    const [filling, next] = [thread.run('fill memory'), thread.run('count')]
    await assert.rejects(() => filling, TaskTooHard, /memory/i)
    assert.equal(await next, 1)
  })

  test('that end the thread fail', async ({ assert }) => {
    await assert.rejects(() => thread.run('exit'), TaskTooHard, /has ended/)
    assert.equal(await thread.run('double 21'), 42)
  })

  test('fail when the thread is closed, and start another afterwards', async ({ assert }) => {
    const tasks = [thread.run('loop'), thread.run('count')]
    const fail = Promise.all(tasks.map((task) => assert.rejects(() => task, TaskThreadClosed)))
    await thread.close()
    await fail
    assert.equal(await thread.run('count'), 1)
  })

  test('leave a thread that ends when nothing comes', async ({ assert }) => {
    const brief = new TaskThread<Task, number>(MODULE, {
      deadline: DEADLINE,
      megabytes: 64,
      idle: 10,
    })
    assert.equal(await brief.run('count'), 1)
    while (brief.isRunning) await sleep(5)
    assert.equal(await brief.run('count'), 1)
    await brief.close()
  })

  test('do not keep a process alive that has their answers', ({ assert }) => {
    const { stdout, status, stderr } = spawnSync(
      process.execPath,
      ['--import=./bin/read_types.js', 'tests/fixtures/task_thread/one_task.ts'],
      { cwd: ROOT, encoding: 'utf8' }
    )
    assert.deepEqual([stdout, status], ['42\n', 0], stderr)
  })
})
