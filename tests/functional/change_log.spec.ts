/**
 * The change log: the database records changes, and readers get each change once, regardless of
 * the order in which transactions end.
 */
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import pg from 'pg'
import { ChangeLog, type Change, type Cursor } from '#app/events/change_log'
import { CursorTooOld, readCursor } from '#app/events/cursor'
import { readPositions, restorePositions } from '#app/events/saved_positions'
import { findPublication, publishChanges } from '#app/events/publication'
import { makeScratchDatabase, type ScratchDatabase } from '#tests/helpers/scratch_database'

const TABLES = `
  CREATE TABLE shelves (id bigint PRIMARY KEY, name text);
  CREATE TABLE books (id bigint PRIMARY KEY, title text, shelf_id bigint REFERENCES shelves ON DELETE CASCADE);
  CREATE TABLE loans (reader text, book_id bigint REFERENCES books ON DELETE CASCADE);
  CREATE TABLE readers (id text PRIMARY KEY, name text);
  CREATE TABLE rooms (id bigint PRIMARY KEY, name text, floor int, seen timestamptz, visits int)`

const ROOMS = { table: 'rooms', key: 'id', quiet: ['seen', 'visits'] }

test.group('change log', (group) => {
  let scratch: ScratchDatabase
  let log: ChangeLog
  let start: Cursor

  group.setup(async () => {
    scratch = await makeScratchDatabase(app)
    await scratch.client.query(TABLES)
    await publishChanges(scratch.client, [
      { table: 'shelves', key: 'id' },
      { table: 'books', key: 'id', parent: { table: 'shelves', key: 'shelf_id' } },
      { table: 'loans', key: 'book_id' },
      { table: 'readers', key: 'id' },
      ROOMS,
    ])
    log = new ChangeLog(scratch.lucid)
    return () => scratch.drop()
  })
  group.each.setup(async () => {
    await scratch.client.query('TRUNCATE shelves, books, loans, readers, rooms')
    await scratch.client.query('TRUNCATE content_changes, change_cursors')
    await scratch.client.query(`UPDATE change_log_state SET deleted_below = '1'`)
    start = await log.now()
  })

  const run = (sql: string) => scratch.client.query(sql)
  /** A change in short form: `created books 1-3,7`. */
  const short = ({ kind, table, ids, keys }: Change) =>
    `${kind} ${table} ${[...ids.map(([a, b]) => (a === b ? a : `${a}-${b}`)), ...keys].join(',')}`
  const since = async (after: Cursor | null) => {
    const found: Change[] = []
    for (let cursor = after, more = true; more;) {
      const batch = await log.read({ after: cursor, limit: 3 })
      found.push(...batch.changes)
      ;({ cursor, more } = batch)
    }
    return found.map(short)
  }
  const other = async () => {
    const client = new pg.Client(scratch.connection)
    await client.connect()
    return client
  }

  test('updates of quiet columns only are marked, row by row', async ({ assert }) => {
    await run(
      `INSERT INTO rooms SELECT n, 'Room ' || n, null, null, 0 FROM generate_series(1, 6) AS n`
    )
    const told = async (sql: string) => {
      const after = await log.now()
      await run(sql)
      const { changes } = await log.read({ after })
      return changes.map((change) => `${change.isQuiet ? 'quietly ' : ''}${short(change)}`)
    }
    assert.deepEqual(await told('UPDATE rooms SET seen = now(), visits = visits + 1'), [
      'quietly updated rooms 1-6',
    ])
    assert.deepEqual(
      await told('UPDATE rooms SET seen = now(), floor = CASE WHEN id < 3 THEN 2 END'),
      ['updated rooms 1-2', 'quietly updated rooms 3-6']
    )
    assert.deepEqual(await told('UPDATE rooms SET name = upper(name) WHERE id = 1'), [
      'updated rooms 1',
    ])
    assert.deepEqual(await told('UPDATE rooms SET id = 9 WHERE id = 1'), ['updated rooms 1,9'])
    assert.deepEqual(await told('UPDATE rooms SET visits = 0 WHERE id > 99'), [])
    assert.deepEqual(await told('DELETE FROM rooms WHERE id = 9'), ['deleted rooms 9'])
  })

  test('the publication of a table can be read, and is recreated only if it changes', async ({
    assert,
  }) => {
    assert.deepEqual(await findPublication(scratch.client, 'rooms'), ROOMS)
    const triggers = async () =>
      (await run(`SELECT oid FROM pg_trigger WHERE tgrelid = 'rooms'::regclass ORDER BY 1`)).rows
    const before = await triggers()
    await publishChanges(scratch.client, [ROOMS])
    assert.deepEqual(await triggers(), before)
    await assert.rejects(
      () => publishChanges(scratch.client, [{ ...ROOMS, quiet: ['sen'] }]),
      /"publishes" of a plugin doesn't exist or has no such column: table "rooms" has no column sen/
    )
  })

  test('logs inserted, updated, and deleted rows, and merges adjacent keys into ranges', async ({
    assert,
  }) => {
    await run(`INSERT INTO books SELECT n FROM generate_series(1, 5) n`)
    await run('INSERT INTO books VALUES (9), (7)')
    await run(`UPDATE books SET title = 'x' WHERE id < 3 OR id = 9`)
    await run('UPDATE books SET title = title WHERE id = 4')
    await run('UPDATE books SET id = 20 WHERE id = 5')
    await run('DELETE FROM books WHERE id = 7')
    await run('DELETE FROM books WHERE id = 1000')
    await run(`UPDATE books SET title = 'y' WHERE id = 1000`)
    await run(`INSERT INTO books VALUES (4), (8) ON CONFLICT (id) DO UPDATE SET title = 'z'`)
    const found = await since(start)
    assert.deepEqual(found.slice(0, 6), [
      'created books 1-5',
      'created books 7,9',
      'updated books 1-2,9',
      'updated books 4',
      'updated books 5,20',
      'deleted books 7',
    ])
    assert.sameMembers(found.slice(6), ['created books 8', 'updated books 4'])
  })

  test('logs text keys, keys of owners, cascades, and emptied tables', async ({ assert }) => {
    await run(`INSERT INTO readers VALUES ('ann'), ('bob')`)
    await run(`UPDATE readers SET id = 'cid' WHERE id = 'bob'`)
    await run('INSERT INTO shelves VALUES (1), (2)')
    await run('INSERT INTO books VALUES (1, NULL, 1), (2, NULL, 1), (3, NULL, 2)')
    await run(`INSERT INTO loans VALUES ('ann', 2), ('cid', 2), ('ann', 3), ('none', NULL)`)
    await run(`UPDATE loans SET book_id = 1 WHERE book_id = 3`)
    const before = await log.now()
    await run('DELETE FROM shelves WHERE id = 1')
    const cascade = await since(before)
    const after = await log.now()
    await run('TRUNCATE readers')
    assert.deepEqual(await since(after), ['deleted readers ann,cid'])
    assert.sameMembers(cascade, [
      'deleted shelves 1',
      'deleted books 1-2',
      'updated shelves 1',
      'deleted loans 1-2',
    ])
    assert.deepEqual((await since(start)).slice(0, 6), [
      'created readers ann,bob',
      'updated readers bob,cid',
      'created shelves 1-2',
      'created books 1-3',
      'created loans 2-3',
      'updated loans 1,3',
    ])
  })

  test('logs rows that move to another owner, and the previous owners', async ({ assert }) => {
    await run('INSERT INTO shelves SELECT n FROM generate_series(1, 4) n')
    await run('INSERT INTO books SELECT n, NULL, n % 3 + 1 FROM generate_series(1, 9) n')
    await run('INSERT INTO books VALUES (20, NULL, NULL)')
    start = await log.now()
    await run('UPDATE books SET shelf_id = 4, title = NULL WHERE id IN (1, 2, 3, 4, 20)')
    assert.sameMembers(await since(start), [
      'updated books 1-4,20',
      'moved books 1-4,20',
      'updated shelves 1-3',
    ])
    start = await log.now()
    await run(`UPDATE books SET title = 'x', shelf_id = shelf_id`)
    assert.deepEqual(await since(start), ['updated books 1-9,20'])
    start = await log.now()
    await run('DELETE FROM books WHERE id IN (5, 8, 20)')
    assert.sameMembers(await since(start), ['deleted books 5,8,20', 'updated shelves 3-4'])
  })

  test('a row of the log has at most 10,000 ranges', async ({ assert }) => {
    await run('INSERT INTO books SELECT n * 2 FROM generate_series(1, 25000) n')
    const { rows } = await run(
      'SELECT (SELECT count(*)::int FROM unnest(ids)) AS ranges FROM content_changes ORDER BY id'
    )
    assert.deepEqual(
      rows.map(({ ranges }) => ranges),
      [10_000, 10_000, 5_000]
    )
    assert.lengthOf(await since(start), 3)
  })

  /** The changes in consecutive batches of at most this number of keys. */
  const inBatches = async (after: Cursor, keys: number, between = async () => {}) => {
    const batches: string[][] = []
    for (let cursor = after, more = true; more;) {
      const batch = await log.read({ after: cursor, keys })
      if (batch.changes.length) batches.push(batch.changes.map(short))
      ;({ cursor, more } = batch)
      await between()
    }
    return batches
  }

  test('large changes are read completely in several batches', async ({ assert }) => {
    await run('INSERT INTO books SELECT n FROM generate_series(1, 10) n')
    await run(`INSERT INTO readers VALUES ('ann'), ('bob'), ('cid')`)
    await run('DELETE FROM books WHERE id IN (2, 3, 7, 9)')
    assert.deepEqual(await inBatches(start, 4), [
      ['created books 1-4'],
      ['created books 5-8'],
      ['created books 9-10', 'created readers ann,bob'],
      ['created readers cid', 'deleted books 2-3,7'],
      ['deleted books 9'],
    ])
    assert.deepEqual(await inBatches(start, 13), [
      ['created books 1-10', 'created readers ann,bob,cid'],
      ['deleted books 2-3,7,9'],
    ])
    assert.lengthOf(await inBatches(start, 17), 1)
  })

  test('batches of any size return every key once, even if ranges overlap', async ({ assert }) => {
    await run('INSERT INTO books SELECT n FROM generate_series(1, 40) n')
    await run(`UPDATE books SET title = 'x' WHERE id BETWEEN 20 AND 35`)
    await run('DELETE FROM books WHERE id % 3 = 0')
    await run('INSERT INTO books SELECT n FROM generate_series(30, 60, 3) n')
    const all = async (keys: number) => {
      const seen: string[] = []
      for (let cursor = start, more = true; more;) {
        const batch = await log.read({ after: cursor, keys, limit: 2 })
        let count = 0
        for (const { kind, ids } of batch.changes)
          for (const [from, to] of ids)
            for (let id = from; id <= to; id++) count = seen.push(`${kind} ${id}`) && count + 1
        assert.isAtMost(count, keys)
        ;({ cursor, more } = batch)
      }
      return seen
    }
    const whole = await all(1_000)
    assert.lengthOf(whole, 40 + 16 + 13 + 11)
    for (let keys = 1; keys <= 12; keys++) assert.deepEqual(await all(keys), whole, `${keys}`)
  })

  test('a change committed while a large one is read follows it', async ({ assert }) => {
    await run('INSERT INTO books SELECT n FROM generate_series(1, 9) n')
    let turn = 0
    const batches = await inBatches(start, 4, async () => {
      if (turn++ < 2) await run(`UPDATE books SET title = 'turn ${turn}' WHERE id = 2`)
    })
    assert.deepEqual(batches, [
      ['created books 1-4'],
      ['created books 5-8'],
      ['created books 9'],
      ['updated books 2', 'updated books 2'],
    ])
  })

  test('a change is retained for a position inside it, and reading resumes at the next key', async ({
    assert,
  }) => {
    await run('INSERT INTO books SELECT n FROM generate_series(1, 9) n')
    const { cursor } = await log.read({ after: start, keys: 4 })
    await log.savePosition('inside', cursor)
    assert.equal(await log.prune(), 0)
    const saved = (await log.findConsumerPosition('inside'))!
    assert.deepEqual((await log.read({ after: saved })).changes.map(short), ['created books 5-9'])
    assert.equal(await log.countKeys({ after: saved, tables: ['books'] }), 5)
    assert.equal(await log.countKeys({ after: start, tables: ['books'] }), 9)
    assert.equal(await log.countKeys({ after: saved, tables: ['shelves'] }), 0)
    // Keys of other tables are not counted.
    assert.deepEqual((await log.read({ after: saved, tables: ['shelves'] })).changes, [])
  })

  test('returns the keys ahead of a position, up to the target of the read', async ({ assert }) => {
    await run('INSERT INTO books SELECT n FROM generate_series(1, 4) n')
    await run('INSERT INTO shelves VALUES (1)')
    await run('INSERT INTO books VALUES (7), (8), (11)')
    await run('BEGIN')
    await run(`SELECT set_config('curia.origin', 'tests', true)`)
    await run('INSERT INTO books VALUES (20)')
    await run('COMMIT')
    const ahead = async (after: Cursor, ...tables: string[]) => log.keysAhead(after, tables)
    assert.deepEqual(await ahead(start, 'books'), [])
    const first = await log.read({ after: start, limit: 1 })
    // Created after the read started.
    await run('INSERT INTO books VALUES (30)')
    const left: Cursor[] = [first.cursor]
    assert.deepEqual(await ahead(first.cursor, 'books'), [
      [7, 8],
      [11, 11],
    ])
    assert.deepEqual(await ahead(first.cursor, 'shelves', 'readers'), [[1, 1]])
    for (let more = true; more;) {
      const batch = await log.read({ after: left.at(-1)!, limit: 1 })
      left.push(batch.cursor)
      more = readCursor(batch.cursor).target !== null
    }
    assert.lengthOf(left, 4)
    assert.deepEqual(await ahead(left[2]!, 'books'), [])
    assert.deepEqual(await ahead(left[3]!, 'books'), [])
    // The change that contains the position isn't ahead of it.
    const inside = await log.read({ after: start, keys: 2 })
    assert.deepEqual(await ahead(inside.cursor, 'books'), [
      [7, 8],
      [11, 11],
      [30, 30],
    ])
  })

  test('a backup contains the position of a consumer within a change', async ({ assert }) => {
    await run('INSERT INTO books SELECT n FROM generate_series(1, 9) n')
    await run('INSERT INTO shelves VALUES (1)')
    const { cursor } = await log.read({ after: start, keys: 4 })
    await log.savePosition('inside', cursor)
    await log.savePosition('before', start)
    await log.savePosition('after', await log.now())
    const positions = await readPositions(scratch.client)
    await run('BEGIN')
    await run('DELETE FROM change_cursors')
    await run('UPDATE content_changes SET xid = pg_current_xact_id()')
    await restorePositions(scratch.client, positions)
    await run('COMMIT')
    const unread = async (name: string) => since(await log.findConsumerPosition(name))
    assert.deepEqual(await unread('inside'), ['created books 5-9', 'created shelves 1'])
    assert.deepEqual(await unread('before'), ['created books 1-9', 'created shelves 1'])
    assert.deepEqual(await unread('after'), [])
    // Some backups contain only the change.
    await run('DELETE FROM change_cursors')
    await restorePositions(scratch.client, { consumers: positions.consumers })
    assert.isNull(readCursor((await log.findConsumerPosition('inside'))!).keys)
  })

  test('a batch of keys uses bounded memory', async ({ assert }) => {
    for (let turn = 0; turn < 8; turn++)
      await run(
        `INSERT INTO books SELECT n FROM generate_series(${turn * 100_000}, ${turn * 100_000 + 20_000}, 2) n`
      )
    const first = await log.read({ after: start, keys: 1_000_000 })
    assert.isTrue(first.more)
    assert.isBelow(first.changes.length, 8)
    assert.lengthOf(await since(start), 16)
  })

  test('a change that is rolled back is not in the log', async ({ assert }) => {
    await run('BEGIN; INSERT INTO books VALUES (1); ROLLBACK')
    await run('BEGIN; SAVEPOINT a; INSERT INTO books VALUES (2); ROLLBACK TO a')
    await run('INSERT INTO books VALUES (3); COMMIT')
    assert.deepEqual(await since(start), ['created books 3'])
  })

  test('each transaction is read once, even if they end in a different order than they began', async ({
    assert,
  }) => {
    const slow = await other()
    const nested = await other()
    await slow.query('BEGIN; INSERT INTO books VALUES (1)')
    await nested.query('BEGIN; SAVEPOINT a; INSERT INTO books VALUES (2); RELEASE a')
    await run('INSERT INTO books VALUES (3)')
    const first = await log.read({ after: start })
    assert.deepEqual(first.changes.map(short), ['created books 3'])

    await run('INSERT INTO books VALUES (4); INSERT INTO books VALUES (5)')
    const half = await log.read({ after: first.cursor, limit: 1 })
    assert.isTrue(half.more)
    // Commits before the position while a batch is being read.
    await slow.query('COMMIT')
    await run('INSERT INTO books VALUES (6)')
    const rest = [...half.changes.map(short), ...(await since(half.cursor))]
    assert.sameMembers(
      rest,
      [4, 1, 5, 6].map((id) => `created books ${id}`)
    )
    const quiet = await log.now()
    await nested.query('COMMIT')
    assert.deepEqual(await since(quiet), ['created books 2'])
    await slow.end()
    await nested.end()
  })

  test('reads every change exactly once while other connections write', async ({ assert }) => {
    const writers = await Promise.all(Array.from({ length: 6 }, other))
    let writing = true
    const written = Promise.all(
      writers.map(async (client, writer) => {
        for (let turn = 0; turn < 25; turn++) {
          await client.query('BEGIN')
          for (let n = 0; n < 1 + (turn % 3); n++)
            await client.query(`INSERT INTO books VALUES (${writer * 1000 + turn * 10 + n})`)
          if (writer % 2) await client.query(`SELECT pg_sleep(0.00${1 + (turn % 9)})`)
          await client.query(turn % 7 === 6 ? 'ROLLBACK' : 'COMMIT')
        }
        await client.end()
      })
    ).finally(() => (writing = false))
    const seen: number[] = []
    let cursor = start
    for (let idle = false; writing || !idle;) {
      // A row can be committed after this read and before the writers end.
      const ended = !writing
      const batch = await log.read({ after: cursor, limit: 4 })
      idle = ended && !batch.more && batch.changes.length === 0
      for (const { ids } of batch.changes)
        for (const [from, to] of ids) for (let id = from; id <= to; id++) seen.push(id)
      ;({ cursor } = batch)
    }
    await written
    const { rows } = await run('SELECT id::int FROM books ORDER BY id')
    assert.isAbove(rows.length, 100)
    assert.deepEqual(
      seen.sort((a, b) => a - b),
      rows.map(({ id }) => id)
    )
  })

  test('prunes changes that every consumer has read, but none that could still be read', async ({
    assert,
  }) => {
    await run('INSERT INTO books VALUES (1)')
    const early = await log.now()
    await run('INSERT INTO books VALUES (2)')
    assert.equal(await log.prune(), 0)

    await log.savePosition('one', await log.now())
    await log.savePosition('two', early)
    assert.equal(await log.prune(), 1)
    assert.deepEqual(await since(early), ['created books 2'])
    await assert.rejects(() => log.read({ after: start }), /cannot be read from/)

    const slow = await other()
    await slow.query('BEGIN; INSERT INTO books VALUES (3)')
    await run('INSERT INTO books VALUES (4)')
    await log.forget('two')
    await log.savePosition('one', await log.now())
    await log.prune()
    const position = (await log.findConsumerPosition('one'))!
    await slow.query('COMMIT')
    await slow.end()
    assert.deepEqual(await since(position), ['created books 3'])
  })

  test('a consumer whose position was pruned gets an error', async ({ assert }) => {
    await run('INSERT INTO books VALUES (1)')
    await log.savePosition('away', start)
    await run(`UPDATE content_changes SET changed_at = now() - interval '31 days'`)
    await run('INSERT INTO books VALUES (2)')
    assert.equal(await log.prune(), 1)
    for (const cursor of [start, 'nonsense', `1/${start.split('/')[1]}`]) {
      const error = await log.read({ after: cursor }).catch((reason) => reason)
      assert.instanceOf(error, CursorTooOld, cursor)
    }
    assert.deepEqual(await since(null), ['created books 2'])
  })

  test('a position with no later changes is not too old', async ({ assert }) => {
    await log.savePosition('gone', start)
    await run('INSERT INTO books VALUES (1)')
    const quiet = await log.now()
    for (let round = 0; round < 3; round++) await run('SELECT pg_current_xact_id()')
    await run(`UPDATE content_changes SET changed_at = now() - interval '31 days'`)
    assert.equal(await log.prune(), 1)
    await assert.rejects(() => log.read({ after: start }), /cannot be read from/)
    assert.deepEqual(await since(quiet), [])
  })

  test('rejects a position from another database', async ({ assert }) => {
    const [name] = start.split('/')
    const error = await log.read({ after: `${name}/99999999:99999999:` }).catch((reason) => reason)
    assert.instanceOf(error, CursorTooOld)
    await run(`INSERT INTO content_changes (xid, table_name, kind, ids)
               VALUES ('99999999', 'books', 'created', '{[1,2)}')`)
    await log.dropForeign()
    assert.deepEqual(await since(null), [])
  })

  test('triggers are created once, and recreated for a different key', async ({ assert }) => {
    const made = () =>
      run(`SELECT oid::int FROM pg_trigger WHERE tgname LIKE 'content_%' ORDER BY 1`).then(
        ({ rows }) => rows
      )
    const before = await made()
    await publishChanges(scratch.client, [{ table: 'loans', key: 'book_id' }])
    assert.deepEqual(await made(), before)
    await publishChanges(scratch.client, [{ table: 'loans', key: 'reader' }])
    assert.deepEqual(await findPublication(scratch.client, 'loans'), {
      table: 'loans',
      key: 'reader',
    })
    assert.lengthOf(await made(), before.length)
    await assert.rejects(
      () => publishChanges(scratch.client, [{ table: 'loans', key: 'missing' }]),
      /E_MISSING_COLUMN.*loans.*missing/
    )
    await publishChanges(scratch.client, [{ table: 'loans', key: 'book_id' }])

    const books = { table: 'books', key: 'id', parent: { table: 'shelves', key: 'shelf_id' } }
    assert.deepEqual(await findPublication(scratch.client, 'books'), books)
    await publishChanges(scratch.client, [{ table: 'books', key: 'id' }])
    assert.deepEqual(await findPublication(scratch.client, 'books'), { table: 'books', key: 'id' })
    const parent = { table: 'shelves', key: 'missing' }
    await assert.rejects(
      () => publishChanges(scratch.client, [{ ...books, parent }]),
      /E_MISSING_COLUMN.*books.*missing/
    )
    await publishChanges(scratch.client, [books])
  })
})
