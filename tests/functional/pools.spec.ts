/**
 * Pools whose connections break while in use.
 */
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { openPool } from '#app/database/pool'
import { Reader } from '#app/database/reader'
import { OpenDatabase } from '#app/database/connection'

interface Socketed {
  connection: { stream: { destroy: (error: Error) => void } }
}

/** The error of a write to a closed connection. */
const broken = () => Object.assign(new Error('write EPIPE'), { code: 'EPIPE' })

test.group('pools', () => {
  test('a connection that breaks while it is checked out rejects its query only', async ({
    assert,
  }) => {
    const { connection } = await app.container.make(OpenDatabase)
    const pool = openPool({ ...connection, application_name: 'curia test pool', max: 1 })
    const client = await pool.connect()
    const query = client.query('SELECT pg_sleep(10)')
    ;(client as unknown as Socketed).connection.stream.destroy(broken())
    await assert.rejects(() => query, /EPIPE/)
    client.release()
    const { rows } = await pool.query('SELECT 1 AS one')
    assert.deepEqual(rows, [{ one: 1 }])
    await pool.end()
  })

  test('the reader continues with another connection', async ({ assert }) => {
    const { connection } = await app.container.make(OpenDatabase)
    const reader = new Reader(connection, { connections: 1, statementTimeout: 10_000 })
    await reader.rows('SELECT 1::text', [])
    const { prototype } = (await import('pg')).default.Client as unknown as {
      prototype: { query: (...given: unknown[]) => unknown }
    }
    const original = prototype.query
    prototype.query = function (this: Socketed, ...given) {
      const sent = original.apply(this, given)
      prototype.query = original
      this.connection.stream.destroy(broken())
      return sent
    }
    await assert.rejects(() => reader.rows('SELECT pg_sleep(10)::text', []), /EPIPE/)
    assert.deepEqual(await reader.rows('SELECT 2::text', []), [['2']])
    await reader.close()
  })
})
