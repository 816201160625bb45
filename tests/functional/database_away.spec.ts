/**
 * Responses and log messages while the database is unavailable or busy.
 */
import type { Socket } from 'node:net'
import { Writable } from 'node:stream'
import app from '@adonisjs/core/services/app'
import { Logger } from '@adonisjs/core/logger'
import { test } from '@japa/runner'
import knex from 'knex'
import pg from 'pg'
import { isDatabaseAway, isPoolFull, logFailure } from '#app/database/database_unavailable'
import { describeDatabaseError } from '#app/exceptions/database_errors'
import { OpenDatabase } from '#app/database/connection'
import { Reader } from '#app/database/reader'

const COURTS = '/api/rest/v4/courts/'

async function failureOf(work: () => PromiseLike<unknown>): Promise<Error> {
  try {
    await work()
  } catch (error) {
    return error as Error
  }
  throw new Error('it did not fail')
}

const connection = async () => (await app.container.make(OpenDatabase)).connection

test.group('errors of an unavailable database', () => {
  test('return 503, whatever the error of the driver or Knex', async ({ assert }) => {
    const errors: Error[] = []
    const own = new pg.Client(await connection())
    own.on('error', (error) => errors.push(error))
    await own.connect()
    errors.push(await failureOf(() => own.query('SELECT pg_terminate_backend(pg_backend_pid())')))
    errors.push(await failureOf(() => own.query('SELECT 1')))

    const reset = new pg.Client(await connection())
    const noted = new Promise((resolve) => reset.on('error', resolve))
    await reset.connect()
    const { stream } = (reset as unknown as { connection: { stream: Socket } }).connection
    stream.destroy(
      Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET', syscall: 'read' })
    )
    errors.push((await noted) as Error)
    errors.push(await failureOf(() => reset.query('SELECT 1')))

    const database = knex({ client: 'pg', connection: (await connection()) as object })
    try {
      const trx = await database.transaction()
      trx.executionPromise.catch(() => {})
      errors.push(await failureOf(() => trx.raw('SELECT pg_terminate_backend(pg_backend_pid())')))
      await trx.rollback().catch((error: Error) => errors.push(error))
      errors.push(await failureOf(() => trx.raw('SELECT 1')))
    } finally {
      await database.destroy()
    }

    const nowhere = (settings: object) =>
      failureOf(() => new pg.Client({ ...settings, connectionTimeoutMillis: 2000 }).connect())
    errors.push(await nowhere({ host: '127.0.0.1', port: 1 }))
    errors.push(await nowhere({ host: '/nowhere' }))
    errors.push(await nowhere({ host: 'nowhere.invalid' }))
    for (const error of errors) {
      const known = describeDatabaseError(error)
      assert.equal(known?.status, 503, `${error.message}`)
      assert.equal(known!.headers['retry-after'], '5')
    }
    assert.isTrue(errors.some(({ message }) => /not queryable/.test(message)))
    assert.isTrue(errors.some(({ message }) => /query already complete/.test(message)))
  })

  test('are distinguished from errors of a full pool and from missing files', async ({
    assert,
  }) => {
    const pool = new pg.Pool({ ...(await connection()), max: 1, connectionTimeoutMillis: 1000 })
    const taken = await pool.connect()
    const full = await failureOf(() => pool.connect())
    taken.release()
    await pool.end()

    const database = knex({
      client: 'pg',
      connection: (await connection()) as object,
      pool: { min: 0, max: 1 },
      acquireConnectionTimeout: 1000,
      log: { warn: () => {} },
    })
    const trx = await database.transaction()
    const knexFull = await failureOf(() => database.raw('SELECT 1'))
    await trx.rollback()
    await database.destroy()

    for (const error of [full, knexFull]) {
      assert.isTrue(isPoolFull(error), error.message)
      const known = describeDatabaseError(error)!
      assert.equal(known.status, 503)
      assert.match(JSON.stringify(known.body), /all database connections are in use/)
    }
    const missing = Object.assign(new Error('no such file'), { code: 'ENOENT', syscall: 'open' })
    assert.isFalse(isDatabaseAway(missing))
    assert.isUndefined(describeDatabaseError(missing))
  })

  test('are logged as a one-line warning, other errors with their stack', async ({ assert }) => {
    const lines: Record<string, any>[] = []
    const stream = new Writable({
      write: (chunk, _encoding, done) => {
        lines.push(JSON.parse(chunk))
        done()
      },
    })
    const logger = new Logger({
      enabled: true,
      name: 'test',
      level: 'info',
      destination: stream,
    })
    const starting = Object.assign(new Error('the database system is starting up'), {
      code: '57P03',
    })
    logFailure(logger, starting, 'request failed', { path: '/' })
    logFailure(logger, new Error('internal'), 'request failed')
    assert.deepEqual(
      lines.map(({ level, msg, err }) => [level, msg, !!err?.stack]),
      [
        [40, 'request failed: the database system is starting up', false],
        [50, 'request failed', true],
      ]
    )
  })

  test('/health responds while requests use every other connection', async ({ client, assert }) => {
    const reader = await app.container.make(Reader)
    const { readConnections } = app.config.get<{ readConnections: number }>('api')
    let over = false
    const slow = Promise.allSettled(
      Array.from({ length: readConnections * 3 }, () => reader.rows('SELECT pg_sleep(1)', []))
    ).then(() => (over = true))
    const health = await client.get('/health')
    assert.isFalse(over)
    health.assertStatus(200)
    health.assertBody({ status: 'ok' })
    await slow
    ;(await client.get(COURTS)).assertStatus(200)
  })
})
