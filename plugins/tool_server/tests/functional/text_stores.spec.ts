/**
 * The PostgreSQL and Redis stores for tool data behave the same.
 */
import { randomUUID } from 'node:crypto'
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { connectionTo, HAS_REDIS, NO_REDIS, startRedis } from '#tests/helpers/redis_server'
import { PostgresTexts } from '../../state/postgres_texts.js'
import { RedisTexts } from '../../state/redis_texts.js'
import { KeptTexts } from '../../state/shared_texts.js'
import { ToolStore, type StoredTexts } from '../../state/tool_store.js'

/** Runs a test with each store. */
function eachStore(title: string, run: (texts: StoredTexts, assert: any) => Promise<void>): void {
  test(`${title}: PostgreSQL`, async ({ assert }) =>
    run(new PostgresTexts(await app.container.make('lucid.db')), assert))
  test(`${title}: Redis`, async ({ assert, cleanup }) => {
    const server = await startRedis()
    const connection = connectionTo(server)
    cleanup(async () => {
      connection.ioConnection.disconnect()
      await server.stop()
    })
    await new Promise((resolve) => connection.ioConnection.once('ready', resolve))
    await run(new RedisTexts(connection), assert)
  }).skip(!HAS_REDIS, NO_REDIS)
}

const storeOf = (texts: StoredTexts) =>
  new ToolStore(texts, (error) => {
    throw error
  })

/** A key that no other test uses. */
const ownType = () => `test_${randomUUID().slice(0, 8)}`

test.group('tools: stores', () => {
  eachStore('keep a text once, replace many and delete by a prefix', async (texts, assert) => {
    const prefix = `mcp:${ownType()}:`
    const [one, other, foreign] = [`${prefix}1`, `${prefix}2`, `mcp:${ownType()}:1`]
    assert.isTrue(await texts.add(one, 'first', 60))
    assert.isFalse(await texts.add(one, 'second', 60))
    assert.equal(await texts.get(one), 'first')
    await texts.replace([one, other], 'both', 60)
    await texts.set(foreign, 'foreign', 60)
    for (const key of [one, other]) assert.equal(await texts.get(key), 'both')
    await texts.deleteAll(prefix)
    for (const key of [one, other]) assert.isNull(await texts.get(key))
    assert.equal(await texts.get(foreign), 'foreign')
    await texts.delete(foreign)
    assert.isNull(await texts.get(foreign))
  })

  eachStore('do not keep a text that was withdrawn while it was read', async (texts, assert) => {
    const type = ownType()
    const kept = new KeptTexts(storeOf(texts))
    await kept.set(type, 1, 'before')
    assert.equal(await kept.get(type, 1), 'before')
    await kept.withdraw(type, [[1, 2]])
    for (const id of [1, 2]) {
      assert.isUndefined(await kept.get(type, id))
      await kept.set(type, id, 'before')
      assert.isUndefined(await kept.get(type, id))
    }
    await kept.set(type, 3, 'other')
    assert.equal(await kept.get(type, 3), 'other')
  })

  eachStore('withdraw all texts of a type', async (texts, assert) => {
    const type = ownType()
    const kept = new KeptTexts(storeOf(texts))
    await kept.set(type, 1, 'before')
    await kept.withdraw(type, [[5, 5_000_000_000]])
    assert.isUndefined(await kept.get(type, 1))
    await kept.set(type, 1, 'before')
    assert.isUndefined(await kept.get(type, 1))
  })
})
