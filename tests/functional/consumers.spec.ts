/**
 * Consumers of the change log: one process is the leader, and another takes over from it. Changes
 * are never skipped, and are handled exactly once if the handler uses the transaction.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { PgNotifications } from '#app/database/notifications'
import { ChangeLog, type Cursor } from '#app/events/change_log'
import { markOrigin, publishChanges } from '#app/events/publication'
import { consumerLags, Consumers } from '#app/events/consumers'
import { makeScratchDatabase, type ScratchDatabase } from '#tests/helpers/scratch_database'
import type { ConsumerDefinition, IndependentConsumer } from '#app/events/consumer_definition'

test.group('consumers', (group) => {
  let scratch: ScratchDatabase
  let log: ChangeLog
  let closing: (() => Promise<void>)[]

  /** The consumers of another process. */
  const open = (more: { saveEvery?: number; logger?: never } = {}) => {
    const notifications = new PgNotifications(scratch.connection)
    const logger = { error: () => {}, warn: () => {} } as never
    const { connection } = scratch
    const consumers = new Consumers({ connection, log, logger, ...more }, notifications)
    const close = async () => {
      await consumers.close()
      await notifications.close()
    }
    closing.push(close)
    return { follow: (definition: ConsumerDefinition) => consumers.start(definition), close }
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
  const copying = (name: string, more: object = {}): ConsumerDefinition => ({
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
      `CREATE TABLE notes (id bigint); CREATE TABLE letters (id bigint);
       CREATE TABLE handled (number serial, id bigint);
       CREATE TABLE saves (name text, cursor text);
       CREATE FUNCTION note_save() RETURNS trigger LANGUAGE plpgsql AS
         $$ BEGIN INSERT INTO saves VALUES (new.name, new.cursor); RETURN NULL; END $$;
       CREATE TRIGGER note_save AFTER INSERT OR UPDATE ON change_cursors
         FOR EACH ROW EXECUTE FUNCTION note_save()`
    )
    await publishChanges(
      scratch.client,
      ['notes', 'letters'].map((table) => ({ table, key: 'id' }))
    )
    log = new ChangeLog(scratch.lucid)
    return () => scratch.drop()
  })
  group.each.setup(async () => {
    closing = []
    await scratch.client.query(
      'TRUNCATE notes, letters, handled, saves, content_changes, change_cursors'
    )
    return async () => {
      for (const close of closing) await close()
    }
  })

  test('changes are delivered in order, even after a failure', async ({ assert }) => {
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
    await until(() => log.findConsumerPosition('test.order'))
    for (let id = 1; id <= 5; id++) await insert(id)
    await until(async () => (await handled()).length >= 5)
    assert.deepEqual(await handled(), [1, 2, 3, 4, 5])
    const position = await log.findConsumerPosition('test.order')
    assert.deepEqual((await log.read({ after: position })).changes, [])
  })

  test('a batch is retried without logging after a deadlock or a lock timeout', async ({
    assert,
  }) => {
    const codes = ['40P01', '55P03']
    const logged: unknown[] = []
    const note = (...line: unknown[]) => void logged.push(line)
    const { follow } = open({ logger: { error: note, warn: note } as never })
    const plain = copying('test.conflicts')
    await follow({
      name: 'test.conflicts',
      handle: async (batch) => {
        await plain.handle(batch)
        const code = codes.shift()
        if (code) throw Object.assign(new Error(code), { code })
      },
    })
    await until(() => log.findConsumerPosition('test.conflicts'))
    for (let id = 1; id <= 3; id++) await insert(id)
    await until(async () => (await handled()).length >= 3)
    assert.deepEqual(await handled(), [1, 2, 3])
    assert.deepEqual(codes, [])
    assert.deepEqual(logged, [])
  })

  test('consumers of original changes get no derived changes', async ({ assert }) => {
    const { follow } = open()
    await follow(copying('test.original', { originalOnly: true }))
    await until(() => log.findConsumerPosition('test.original'))
    const start = await log.now()
    await scratch.lucid.transaction(async (trx) => {
      await markOrigin(trx, 'tests')
      await trx.table('notes').insert({ id: 1 })
    })
    await insert(2)
    await until(async () => (await handled()).length > 0)
    assert.deepEqual(await handled(), [2])
    const { changes } = await log.read({ after: start, tables: ['notes'] })
    assert.deepEqual(
      changes.map(({ ids, origin }) => ({ ids, origin })),
      [
        { ids: [[1, 1]], origin: 'tests' },
        { ids: [[2, 2]], origin: null },
      ]
    )
  })

  test('one of several processes is the leader, and the next one resumes at its position', async ({
    assert,
  }) => {
    const processes = [open(), open(), open()]
    const consumers = await Promise.all(processes.map(({ follow }) => follow(copying('test.one'))))
    const elected = () => consumers.filter(({ isElected }) => isElected)
    await until(() => elected().length && log.findConsumerPosition('test.one'))
    await insert(1)
    await until(async () => (await handled()).length === 1)
    assert.lengthOf(elected(), 1)

    const index = consumers.indexOf(elected()[0]!)
    await processes[index]!.close()
    await insert(2)
    // The documented maximum is five seconds.
    await until(async () => (await handled()).length === 2, 5_000)
    assert.deepEqual(await handled(), [1, 2])
    assert.lengthOf(elected(), 1)
    assert.notEqual(consumers.indexOf(elected()[0]!), index)
  })

  test('a leader that loses its connection stops, and another process continues', async ({
    assert,
  }) => {
    let interrupted = false
    const slow: ConsumerDefinition = {
      name: 'test.lost',
      handle: async (batch) => {
        await (copying('') as { handle: (given: any) => Promise<void> }).handle(batch)
        if (interrupted || !batch.changes.length) return
        await sleep(60_000, undefined, { signal: batch.signal }).catch(() => (interrupted = true))
        throw new Error('stopped')
      },
    }
    const { follow } = open()
    const consumer = await follow(slow)
    await until(() => log.findConsumerPosition('test.lost'))
    await insert(7)
    await sleep(300)
    assert.isTrue(consumer.isElected)
    await scratch.client.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'curia consumers' AND datname = current_database()`
    )
    await until(() => interrupted, 5_000)
    await until(async () => (await handled()).length === 1)
    assert.deepEqual(await handled(), [7])
  })

  test('a consumer that stores its own position rebuilds when that position was pruned', async ({
    assert,
  }) => {
    let kept: Cursor | null = null
    const seen: number[] = []
    const rebuilds: number[][] = []
    const definition: IndependentConsumer = {
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
    await until(async () => (await log.findConsumerPosition('test.index')) === kept)
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

  /**
   * Creates transactions without changes that send the same notification, and gives consumers
   * time to react.
   */
  const commitElsewhere = async () => {
    for (let round = 0; round < 5; round++) {
      await scratch.client.query(`SELECT pg_current_xact_id(), pg_notify('curia_changes', '')`)
      await sleep(50)
    }
  }
  const saves = async (): Promise<string[]> =>
    (await scratch.client.query('SELECT name FROM saves')).rows.map(({ name }) => name)

  test('saves a position with each handled batch, and none for other transactions', async ({
    assert,
  }) => {
    const { follow } = open()
    const names = ['test.a', 'test.b', 'test.c']
    for (const name of names) await follow(copying(name))
    let kept: Cursor | null = null
    const independent: IndependentConsumer = {
      name: 'test.d',
      position: async () => kept,
      handle: async ({ cursor }) => void (kept = cursor),
    }
    await follow(independent)
    await until(async () => (await saves()).length === 4)
    await insert(1)
    await until(async () => (await handled()).length === 3 && (await saves()).length === 8)
    await commitElsewhere()
    assert.lengthOf(await saves(), 8)
    await insert(2)
    await until(async () => (await handled()).length === 6)
  })

  test('gets no changes to other tables, and they add no lag', async ({ assert }) => {
    const asked: string[] = []
    const definition: ConsumerDefinition = {
      name: 'test.notes',
      tables: ['notes'],
      handle: async ({ changes }) => void asked.push(...changes.map(({ table }) => table)),
    }
    await open().follow(definition)
    await until(() => log.findConsumerPosition('test.notes'))
    await scratch.client.query('INSERT INTO letters VALUES (1)')
    await commitElsewhere()
    assert.lengthOf(await saves(), 1)
    const [own] = await consumerLags(log, [definition])
    const [any] = await consumerLags(log, [])
    assert.equal(own!.behind, 0)
    assert.isAbove(any!.behind!, 0)
    await insert(1)
    await until(() => asked.length)
    assert.deepEqual(asked, ['notes'])
  })

  test('saves its position after skipped changes once, so that the log can be pruned', async ({
    assert,
  }) => {
    await open({ saveEvery: 0 }).follow({ ...copying('test.notes'), tables: ['notes'] })
    await until(() => log.findConsumerPosition('test.notes'))
    await commitElsewhere()
    assert.lengthOf(await saves(), 1)
    await scratch.client.query('INSERT INTO letters VALUES (1)')
    await until(async () => (await saves()).length === 2)
    await commitElsewhere()
    assert.lengthOf(await saves(), 2)
    assert.equal(await log.prune(), 1)
  })

  const insertMany = (first: number, last: number) =>
    scratch.client.query('INSERT INTO notes SELECT n FROM generate_series($1::int, $2::int) n', [
      first,
      last,
    ])
  /** Copies all keys. */
  const copyingAll = (name: string, more: object = {}): ConsumerDefinition => ({
    name,
    handle: async ({ changes, trx }) => {
      for (const { ids } of changes)
        for (const [first, last] of ids)
          await trx.rawQuery('INSERT INTO handled (id) SELECT generate_series(?::int, ?::int)', [
            first,
            last,
          ])
    },
    ...more,
  })
  const all = (count: number) => Array.from({ length: count }, (_, at) => at + 1)

  /** Timeout in milliseconds for many batches on a busy machine. */
  const LONG = 120_000

  test('a large range is handled in batches, each with its position', async ({ assert }) => {
    await open().follow(copyingAll('test.range'))
    await until(() => log.findConsumerPosition('test.range'))
    const { length } = await saves()
    await insertMany(1, 12_000)
    await until(async () => (await handled()).length >= 12_000, LONG)
    assert.deepEqual(await handled(), all(12_000))
    assert.lengthOf(await saves(), length + 3)
  })

  test('stopping within a range rolls back the batch, and the next process resumes there', async ({
    assert,
  }) => {
    const plain = copyingAll('test.stop') as { handle: (batch: any) => Promise<void> }
    let isIn = false
    const first = open()
    await first.follow({
      name: 'test.stop',
      handle: async (batch) => {
        await plain.handle(batch)
        if (batch.changes[0]?.ids[0]?.[0] !== 5_001) return
        isIn = true
        await sleep(60_000, undefined, { signal: batch.signal })
      },
    })
    await until(() => log.findConsumerPosition('test.stop'))
    await insertMany(1, 12_000)
    await until(() => isIn)
    await first.close()
    assert.deepEqual(await handled(), all(5_000))
    await scratch.client.query('DELETE FROM notes WHERE id = 11000')
    await open().follow(copyingAll('test.stop'))
    await until(async () => (await handled()).length >= 12_001, LONG)
    assert.deepEqual(await handled(), [...all(12_000), 11_000])
  })

  test('a range is handled once even if its leader changes', async ({ assert }) => {
    const processes = [open(), open()]
    const consumers = await Promise.all(
      processes.map(({ follow }) => follow(copyingAll('test.lead')))
    )
    await until(() => log.findConsumerPosition('test.lead'))
    await insertMany(1, 60_000)
    await until(async () => (await handled()).length > 0)
    await scratch.client.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'curia consumers' AND datname = current_database()`
    )
    await until(async () => (await handled()).length >= 60_000, LONG)
    assert.deepEqual(await handled(), all(60_000))
    assert.lengthOf(consumers, 2)
  })

  test('a consumer of whole changes gets ranges unsplit', async ({ assert }) => {
    const seen: number[][] = []
    await open().follow({
      name: 'test.whole',
      wholeChanges: true,
      handle: async ({ changes }) => void seen.push(...changes.flatMap(({ ids }) => ids)),
    })
    await until(() => log.findConsumerPosition('test.whole'))
    await insertMany(1, 12_000)
    await until(() => seen.length)
    assert.deepEqual(seen, [[1, 12_000]])
  })

  test('a process uses one connection for all elections', async ({ assert }) => {
    const { follow } = open()
    for (const name of ['test.a', 'test.b', 'test.c']) await follow(copying(name))
    await until(async () => (await saves()).length === 3)
    const { rows } = await scratch.client.query(
      `SELECT count(*)::int FROM pg_stat_activity
       WHERE application_name = 'curia consumers' AND datname = current_database()`
    )
    assert.equal(rows[0].count, 1)
  })
})
