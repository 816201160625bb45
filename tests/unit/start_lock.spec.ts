import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { test } from '@japa/runner'
import { withFileLock } from '#app/database/postmaster'
import { makeTemporaryFolder } from '#tests/helpers/environment'

test.group('start lock', () => {
  test('writes no data, so it works on a full disk', async ({ assert, cleanup }) => {
    const folder = join(makeTemporaryFolder(), 'locks')
    mkdirSync(folder)
    cleanup(() => rmSync(folder, { recursive: true }))
    await withFileLock(join(folder, 'start.lock'), async () => {
      assert.deepEqual(readdirSync(folder), ['start.lock'])
      assert.equal(statSync(join(folder, 'start.lock')).size, 0)
    })
    assert.deepEqual(readdirSync(folder), ['start.lock'])
  })

  test('has one holder at a time', async ({ assert, cleanup }) => {
    const folder = makeTemporaryFolder()
    cleanup(() => rmSync(folder, { recursive: true }))
    const file = join(folder, 'start.lock')
    const order: string[] = []
    const work = (name: string) => async () => {
      order.push(`${name} begins`)
      await new Promise(setImmediate)
      order.push(`${name} ends`)
    }
    await Promise.all(['one', 'two', 'three'].map((name) => withFileLock(file, work(name))))
    for (let at = 0; at < order.length; at += 2)
      assert.equal(order[at]!.split(' ')[0], order[at + 1]!.split(' ')[0])
    assert.lengthOf(order, 6)
  })
})
