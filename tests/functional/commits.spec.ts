/**
 * Acknowledged means committed: the outcome of a transaction whose COMMIT fails, and the response
 * to the client.
 */
import { randomUUID } from 'node:crypto'
import app from '@adonisjs/core/services/app'
import type { Database } from '@adonisjs/lucid/database'
import { test } from '@japa/runner'
import pg from 'pg'
import { CommitOutcomeUnknown, TransactionAborted, inTransaction } from '#app/database/transaction'
import { makeAccount } from '#tests/helpers/accounts'
import { withFault } from '#tests/helpers/faulty_connection'
import { OpenDatabase } from '#app/database/connection'

const TABLE = 'commit_probes'

test.group('COMMIT', (group) => {
  let database: Database

  group.setup(async () => {
    database = await app.container.make('lucid.db')
    await database.rawQuery(`CREATE TABLE ${TABLE} (note text NOT NULL)`)
    return async () => void (await database.rawQuery(`DROP TABLE ${TABLE}`))
  })
  group.each.setup(() => async () => {
    await database.rawQuery(`DROP TRIGGER IF EXISTS at_commit ON ${TABLE}`)
  })

  /** Runs a PL/pgSQL body in the database when a row of the table is committed. */
  async function atCommit(body: string) {
    await database.rawQuery(
      `CREATE OR REPLACE FUNCTION ${TABLE}_at_commit() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN ${body}; RETURN NULL; END $$`
    )
    await database.rawQuery(
      `CREATE CONSTRAINT TRIGGER at_commit AFTER INSERT ON ${TABLE} DEFERRABLE INITIALLY DEFERRED
       FOR EACH ROW EXECUTE FUNCTION ${TABLE}_at_commit()`
    )
  }
  const insert = (note: string) => `INSERT INTO ${TABLE} VALUES ('${note}')`
  const stored = async (note: string) =>
    (await database.from(TABLE).where('note', note)).length === 1

  test('a deferred constraint that raises an error rejects the transaction, and no hook runs', async ({
    assert,
  }) => {
    await atCommit(`RAISE EXCEPTION 'not today'`)
    const note = randomUUID()
    const hooks: string[] = []
    await assert.rejects(
      () =>
        database.transaction(async (trx) => {
          trx.after('commit', () => void hooks.push('commit'))
          trx.on('commit', () => void hooks.push('event'))
          await trx.rawQuery(insert(note))
        }),
      /not today/
    )
    assert.isFalse(await stored(note))
    assert.isEmpty(hooks)
  })

  test('hooks run after a successful COMMIT', async ({ assert }) => {
    const note = randomUUID()
    const seen: boolean[] = []
    await database.transaction(async (trx) => {
      trx.after('commit', async () => void seen.push(await stored(note)))
      await trx.rawQuery(insert(note))
      assert.isFalse(await stored(note))
    })
    assert.deepEqual(seen, [true])
  })

  test('a transaction that its caller commits is also rejected', async ({ assert }) => {
    await atCommit(`RAISE EXCEPTION 'not today'`)
    const trx = await database.transaction()
    await trx.rawQuery(insert(randomUUID()))
    await assert.rejects(() => trx.commit(), /not today/)
  })

  test('a COMMIT to which the server responds with ROLLBACK is rejected', async ({ assert }) => {
    const note = randomUUID()
    const error = await database
      .transaction(async (trx) => {
        await trx.rawQuery(insert(note))
        await trx.rawQuery('SELECT 1/0').catch(() => {})
      })
      .catch((caught: unknown) => caught)
    assert.instanceOf(error, TransactionAborted)
    assert.isFalse(await stored(note))
  })

  test('a savepoint that cannot be released is rejected, and its transaction can continue', async ({
    assert,
  }) => {
    const note = randomUUID()
    await database
      .transaction(async (trx) => {
        await assert.rejects(() =>
          trx.transaction(async (inner) => {
            await inner.rawQuery('SELECT 1/0').catch(() => {})
          })
        )
        await trx.rawQuery('ROLLBACK TO SAVEPOINT nowhere').catch(() => {})
      })
      .catch(() => {})
    await database.transaction(async (trx) => {
      await trx.rawQuery(insert(note))
      await assert.rejects(
        () => trx.transaction(async (inner) => void (await inner.rawQuery('SELECT 1/0'))),
        /division by zero/
      )
    })
    assert.isTrue(await stored(note))
  })

  test('a backend that ends during COMMIT leaves the outcome unknown', async ({ assert }) => {
    await atCommit('PERFORM pg_terminate_backend(pg_backend_pid())')
    const note = randomUUID()
    const error = await database
      .transaction(async (trx) => void (await trx.rawQuery(insert(note))))
      .catch((caught: unknown) => caught)
    assert.instanceOf(error, CommitOutcomeUnknown)
    assert.isFalse(await stored(note))
  })

  test('a connection cut after COMMIT was sent leaves the outcome unknown', async ({ assert }) => {
    const note = randomUUID()
    const { result: error } = await withFault({ failing: 3, fault: 'unanswered' }, () =>
      database
        .transaction(async (trx) => void (await trx.rawQuery(insert(note))))
        .catch((caught: unknown) => caught)
    )
    assert.instanceOf(error, CommitOutcomeUnknown)
    while (!(await stored(note))) await new Promise((resolve) => setTimeout(resolve, 10))
  })

  test('a failed BEGIN reports the cause', async ({ assert }) => {
    const { result: error, statements } = await withFault({ failing: 1 }, () =>
      database.transaction((trx) => trx.rawQuery('SELECT 1')).catch((caught: unknown) => caught)
    )
    assert.deepEqual(statements, ['BEGIN;'])
    assert.match((error as Error).message, /curia_injected_fault/)
  })

  test('the pool does not reuse a connection in a failed transaction', async ({ assert }) => {
    for (const fault of ['refused', 'cut', 'unanswered'] as const) {
      for (const failing of [1, 2, 3]) {
        await withFault({ failing, fault }, () =>
          database
            .transaction(async (trx) => void (await trx.rawQuery(insert('x'))))
            .catch(() => {})
        )
        const states = await Promise.all(
          Array.from({ length: 4 }, () =>
            database.rawQuery(`SELECT now() = statement_timestamp() AS alone`)
          )
        )
        assert.deepEqual(
          states.map(({ rows }) => rows[0].alone),
          [true, true, true, true]
        )
      }
    }
  })

  test('transactions without Lucid have the same guarantees', async ({ assert }) => {
    const { connection } = await app.container.make(OpenDatabase)
    const client = new pg.Client(connection)
    client.on('error', () => {})
    await client.connect()
    const note = randomUUID()
    assert.equal(
      await inTransaction(client, async () => {
        await client.query(insert(note))
        return 'done'
      }),
      'done'
    )
    assert.isTrue(await stored(note))
    const aborted = inTransaction(client, () => client.query('SELECT 1/0').catch(() => {}))
    await assert.rejects(() => aborted, /rolled the transaction back/)
    await assert.rejects(() => inTransaction(client, () => client.query('SELECT 1/0')), /division/)
    await atCommit(`RAISE EXCEPTION 'not today'`)
    await assert.rejects(() => inTransaction(client, () => client.query(insert('y'))), /not today/)
    await database.rawQuery(`DROP TRIGGER at_commit ON ${TABLE}`)
    await atCommit('PERFORM pg_terminate_backend(pg_backend_pid())')
    const error = await inTransaction(client, () => client.query(insert('z'))).catch(
      (caught: unknown) => caught
    )
    assert.instanceOf(error, CommitOutcomeUnknown)
    await client.end()
  })
})

test.group('writes whose COMMIT fails', (group) => {
  let database: Database
  let authorization: string
  const TAGS = '/api/rest/v4/fixture-books/'

  group.setup(async () => {
    database = await app.container.make('lucid.db')
    ;({ authorization } = await makeAccount())
  })
  group.each.setup(() => async () => {
    await database.rawQuery('DROP TRIGGER IF EXISTS at_commit ON fixture_books')
    await database.from('fixture_books').where('id', '>', 1000).delete()
  })

  const post = (headers: Record<string, string> = {}) =>
    fetch(`http://${process.env.HOST}:${process.env.PORT}${TAGS}`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ author: 3, title: 'Committed' }),
    })
  const count = async () => (await database.from('fixture_books').where('id', '>', 1000)).length

  async function atCommit(body: string) {
    await database.rawQuery(
      `CREATE OR REPLACE FUNCTION fixture_books_at_commit() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN ${body}; RETURN NULL; END $$`
    )
    await database.rawQuery(
      `CREATE CONSTRAINT TRIGGER at_commit AFTER INSERT ON fixture_books DEFERRABLE INITIALLY DEFERRED
       FOR EACH ROW EXECUTE FUNCTION fixture_books_at_commit()`
    )
  }

  for (const [what, body, status, said] of [
    ['a deferred constraint raises', `RAISE EXCEPTION 'not today'`, 500, /internal error/],
    [
      'the disk is full',
      `RAISE EXCEPTION 'could not extend file' USING ERRCODE = '53100'`,
      507,
      /The database disk is full. Nothing was saved/,
    ],
    [
      'transactions collide',
      `RAISE EXCEPTION 'could not serialize' USING ERRCODE = '40001'`,
      503,
      /Nothing was saved. Try again/,
    ],
    [
      'the backend ends',
      'PERFORM pg_terminate_backend(pg_backend_pid())',
      503,
      /may or may not have been saved/,
    ],
  ] as const) {
    test(`are rejected: ${what}`, async ({ assert }) => {
      await atCommit(body)
      const response = await post()
      const text = await response.text()
      assert.equal(response.status, status, text)
      assert.match(text, said)
      assert.equal(await count(), 0)
    })
  }

  test('return 503 when the response to COMMIT is lost', async ({ assert }) => {
    const { result: whole, statements } = await withFault({ failing: 0 }, () => post())
    assert.equal(whole.status, 201)
    const failing = statements.findIndex((text) => text.startsWith('COMMIT')) + 1
    const { result: response } = await withFault({ failing, fault: 'unanswered' }, () => post())
    assert.equal(response.status, 503)
    assert.equal(response.headers.get('retry-after'), '5')
    assert.match(await response.text(), /may or may not have been saved.*Idempotency-Key/)
    // The row was saved.
    while ((await count()) < 2) await new Promise((resolve) => setTimeout(resolve, 10))
  })
})
