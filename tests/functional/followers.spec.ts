/**
 * Followers of the change log: one of all processes handles, another takes
 * over, nothing is left out and nothing done twice where it is a transaction.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { Notices } from '#app/database/notices'
import { ChangeLog, type Cursor } from '#app/events/change_log'
import type { FollowerDefinition, IndependentFollowing } from '#app/events/follower'
import { Followers } from '#app/events/followers'
import { publishChanges } from '#app/events/publication'
import { makeScratchDatabase, type ScratchDatabase } from '#tests/helpers/scratch_database'

test.group('followers', (group) => {
  let scratch: ScratchDatabase
  let log: ChangeLog
  let closing: (() => Promise<void>)[]

  /** What another process would have. */
  const open = () => {
    const notices = new Notices(scratch.connection)
    const logger = { error: () => {}, warn: () => {} } as never
    const followers = new Followers({ connection: scratch.connection, log, logger }, notices)
    const close = async () => {
      await followers.close()
      await notices.close()
    }
    closing.push(close)
    return { follow: (definition: FollowerDefinition) => followers.follow(definition), close }
  }
  const until = async (done: () => unknown, milliseconds = 10_000) => {
    const deadline = Date.now() + milliseconds
    while (!(await done())) {
      if (Date.now() > deadline) throw new Error('it does not come to that')
      await sleep(10)
    }
  }
  const insert = (id: number) => scratch.client.query('INSERT INTO notes VALUES ($1)', [id])
  const handled = async () =>
    (await scratch.client.query('SELECT id::int FROM handled ORDER BY number')).rows.map(
      ({ id }) => id
    )
  const copying = (name: string, more: object = {}): FollowerDefinition => ({
    name,
    handle: async ({ changes, trx }) => {
      for (const { ids } of changes)
        for (const [id] of ids) await trx.table('handled').insert({ id })
    },
    ...more,
  })

  group.setup(async () => {
    scratch = await makeScratchDatabase(app)
    await scratch.client.query(
      'CREATE TABLE notes (id bigint); CREATE TABLE handled (number serial, id bigint)'
    )
    await publishChanges(scratch.client, [{ table: 'notes', key: 'id' }])
    log = new ChangeLog(scratch.lucid)
    return () => scratch.drop()
  })
  group.each.setup(async () => {
    closing = []
    await scratch.client.query('TRUNCATE notes, handled, content_changes, change_cursors')
    return async () => {
      for (const close of closing) await close()
    }
  })

  test('changes come in order, also after one that failed', async ({ assert }) => {
    let failures = 2
    const { follow } = open()
    const plain = copying('test.order')
    await follow({
      name: 'test.order',
      handle: async (batch) => {
        await plain.handle(batch)
        if (failures-- > 0) throw new Error('not now')
      },
    })
    await until(() => log.positionOf('test.order'))
    for (let id = 1; id <= 5; id++) await insert(id)
    await until(async () => (await handled()).length >= 5)
    assert.deepEqual(await handled(), [1, 2, 3, 4, 5])
    const position = await log.positionOf('test.order')
    assert.deepEqual((await log.read({ after: position })).changes, [])
  })

  test('one of several is elected; the next takes over where it was', async ({ assert }) => {
    const processes = [open(), open(), open()]
    const followers = await Promise.all(processes.map(({ follow }) => follow(copying('test.one'))))
    const elected = () => followers.filter(({ isElected }) => isElected)
    await until(() => elected().length && log.positionOf('test.one'))
    await insert(1)
    await until(async () => (await handled()).length === 1)
    assert.lengthOf(elected(), 1)

    const index = followers.indexOf(elected()[0]!)
    await processes[index]!.close()
    await insert(2)
    // As promised: within five seconds.
    await until(async () => (await handled()).length === 2, 5_000)
    assert.deepEqual(await handled(), [1, 2])
    assert.lengthOf(elected(), 1)
    assert.notEqual(followers.indexOf(elected()[0]!), index)
  })

  test('who loses the connection of the lock stops, and somebody goes on', async ({ assert }) => {
    let interrupted = false
    const slow: FollowerDefinition = {
      name: 'test.lost',
      handle: async (batch) => {
        await (copying('') as { handle: (given: any) => Promise<void> }).handle(batch)
        if (interrupted || !batch.changes.length) return
        await sleep(60_000, undefined, { signal: batch.signal }).catch(() => (interrupted = true))
        throw new Error('stopped')
      },
    }
    const { follow } = open()
    const follower = await follow(slow)
    await until(() => log.positionOf('test.lost'))
    await insert(7)
    await sleep(300)
    assert.isTrue(follower.isElected)
    await scratch.client.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'curia follower test.lost'`
    )
    await until(() => interrupted, 5_000)
    await until(async () => (await handled()).length === 1)
    assert.deepEqual(await handled(), [7])
  })

  test('one that keeps its position itself, and is built anew when it was away too long', async ({
    assert,
  }) => {
    let kept: Cursor | null = null
    const seen: number[] = []
    const rebuilds: number[][] = []
    const definition: IndependentFollowing = {
      name: 'test.index',
      position: async () => kept,
      handle: async ({ changes, cursor }) => {
        for (const { ids } of changes) for (const [id] of ids) seen.push(id)
        kept = cursor
      },
      rebuild: async ({ cursor }) => {
        const { rows } = await scratch.client.query('SELECT id::int FROM notes ORDER BY id')
        rebuilds.push(rows.map(({ id }) => id))
        kept = cursor
      },
    }
    await insert(1)
    const first = open()
    await first.follow(definition)
    await until(() => rebuilds.length === 1)
    await insert(2)
    await until(() => seen.length === 1)
    await until(async () => (await log.positionOf('test.index')) === kept)
    await first.close()

    await insert(3)
    await scratch.client.query(
      `UPDATE content_changes SET changed_at = now() - interval '31 days'; DELETE FROM change_cursors`
    )
    await log.prune()
    const second = open()
    await second.follow(definition)
    await until(() => rebuilds.length === 2)
    await insert(4)
    await until(() => seen.includes(4))
    assert.deepEqual(seen, [2, 4])
    assert.deepEqual(rebuilds, [[1], [1, 2, 3]])
  })
})
