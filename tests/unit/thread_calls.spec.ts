/** Calls between two threads, tested over a channel within one thread. */
import { MessageChannel } from 'node:worker_threads'
import { test } from '@japa/runner'
import { IndexDamaged } from '#app/search_engine/engine'
import { ThreadCallFailed, ThreadCalls } from '#app/support/thread_calls'

test.group('calls between threads', (group) => {
  let channel: MessageChannel

  group.each.setup(() => {
    channel = new MessageChannel()
    return () => channel.port1.close()
  })

  const join = (functions: ThreadCalls['functions']) => {
    const other = new ThreadCalls(channel.port2, functions)
    return { here: new ThreadCalls(channel.port1, { twice: (value: number) => value * 2 }), other }
  }

  test('both sides call each other, and each call gets its response', async ({ assert }) => {
    const { here, other } = join({
      add: async (one: number, two: number) => one + two,
      quadruple: async (value: number) =>
        other.call<number>('twice', await other.call<number>('twice', value)),
    })
    const answers = await Promise.all([
      here.call('quadruple', 3),
      here.call('add', 1, 2),
      here.call('add', 3, 4),
    ])
    assert.deepEqual(answers, [12, 3, 7])
  })

  test('an error keeps its class, message, and fields', async ({ assert }) => {
    const { here } = join({
      damage: () => {
        throw new IndexDamaged('dockets', 'a page is missing')
      },
      refuse: async () => {
        throw Object.assign(new Error('not now'), { code: '57014', more: { not: 'cloned' } })
      },
    })
    const damaged = (await here.call('damage').catch((error) => error)) as ThreadCallFailed
    assert.instanceOf(damaged, ThreadCallFailed)
    assert.equal(damaged.name, 'IndexDamaged')
    assert.deepEqual(damaged.fields, { index: 'dockets', reason: 'a page is missing' })
    const refused = await here.call('refuse').catch((error) => error)
    assert.include(refused, { message: 'not now', code: '57014' })
    await assert.rejects(() => here.call('unknown'))
  })

  test('calls fail when the other side has ended', async ({ assert }) => {
    const { here } = join({ wait: () => new Promise(() => {}) })
    const waiting = here.call('wait')
    here.end(new Error('The thread has ended.'))
    await assert.rejects(() => waiting, 'The thread has ended.')
    await assert.rejects(() => here.call('wait'), 'The thread has ended.')
  })
})
