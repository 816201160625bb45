import { setTimeout as sleep } from 'node:timers/promises'
import { test } from '@japa/runner'
import { ReplicaSet } from '#app/database/replicas/replica_set'

/** One replica without lag that counts how often its position is read. */
function makeSet(options: { idleAfter: number; maxLag?: number }) {
  const looks = { count: 0 }
  const replica = {
    name: 'one',
    reader: 'one',
    position: async () => {
      looks.count++
      return '0/10'
    },
    close: async () => {},
  }
  const primaryPosition = async () => '0/10'
  const set = new ReplicaSet({
    replicas: [replica],
    primaryPosition,
    notice: () => {},
    lookEvery: 5,
    ...options,
  })
  return { set, looks }
}

test.group('replica set', () => {
  test('polls replicas only while there are reads', async ({ assert, cleanup }) => {
    const { set, looks } = makeSet({ idleAfter: 20 })
    cleanup(() => set.close())
    await sleep(50)
    assert.equal(looks.count, 0)
    while (!set.choose(0n)) await sleep(1)
    assert.isAbove(looks.count, 0)
    // Polling stops some time after the last read: two counts are equal.
    for (let before = -1; before !== looks.count; await sleep(100)) before = looks.count
    const ended = looks.count
    set.choose(0n)
    while (looks.count === ended) await sleep(1)
  })

  test('ignores a position that was read too long ago', async ({ assert, cleanup }) => {
    const { set } = makeSet({ idleAfter: 10, maxLag: 50 })
    cleanup(() => set.close())
    while (!set.choose(0n)) await sleep(1)
    await sleep(200)
    assert.isUndefined(set.choose(0n))
    while (!set.choose(0n)) await sleep(1)
  })

  test('does not poll after it is closed', async ({ assert }) => {
    const { set, looks } = makeSet({ idleAfter: 1000 })
    await set.close()
    assert.isUndefined(set.choose(0n))
    await sleep(50)
    assert.equal(looks.count, 0)
  })
})
