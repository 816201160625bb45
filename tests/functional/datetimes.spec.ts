/**
 * The text of a datetime. Where its digits allow it PostgreSQL writes it as
 * JSON by itself, and otherwise by a pattern; no answer shows which.
 */
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import pg from 'pg'
import { shownSql } from '#api/select/field_sql'
import { UTC_SESSION } from '#app/database/reader'

const PATTERN = `'YYYY-MM-DD"T"HH24:MI:SS.US"+00:00"'`

test.group('datetimes in answers', () => {
  test('{0} is {1}')
    .with([
      ['2024-02-29 23:59:59.123456+00', '"2024-02-29T23:59:59.123456+00:00"'],
      ['2024-02-29 23:59:59.000001+00', '"2024-02-29T23:59:59.000001+00:00"'],
      ['2024-02-29 23:59:59.123450+00', '"2024-02-29T23:59:59.123450+00:00"'],
      ['2024-02-29 23:59:59.1+00', '"2024-02-29T23:59:59.100000+00:00"'],
      ['2024-02-29 23:59:59+00', '"2024-02-29T23:59:59.000000+00:00"'],
      ['2024-03-01 01:30:00.999999+02', '"2024-02-29T23:30:00.999999+00:00"'],
      ['1969-12-31 23:59:59.999999+00', '"1969-12-31T23:59:59.999999+00:00"'],
      ['0001-01-01 00:00:00.000001+00', '"0001-01-01T00:00:00.000001+00:00"'],
      ['0044-03-15 12:00:00.000001+00 BC', '"0044-03-15T12:00:00.000001+00:00"'],
      ['9999-12-31 23:59:59.999999+00', '"9999-12-31T23:59:59.999999+00:00"'],
      ['10000-01-01 00:00:00.000001+00', '"10000-01-01T00:00:00.000001+00:00"'],
      ['294276-12-31 23:59:59.999999+00', '"294276-12-31T23:59:59.999999+00:00"'],
      ['infinity', null],
      ['-infinity', null],
      [null, null],
    ] as [string | null, string | null][])
    .run(async ({ assert }, [instant, text]) => {
      const client = await session()
      try {
        const sql = await modifiedSql()
        const { rows } = await client.query(
          `SELECT to_json(${sql})::text AS shown, to_json(to_char(t.date_modified AT TIME ZONE 'UTC', ${PATTERN}))::text AS pattern
           FROM (SELECT $1::timestamptz AS date_modified) t`,
          [instant]
        )
        assert.deepEqual(rows, [{ shown: text, pattern: text }])
      } finally {
        await client.end()
      }
    })

  test('have six digits at every instant of two milliseconds', async ({ assert }) => {
    const client = await session()
    try {
      const sql = await modifiedSql()
      const { rows } = await client.query(
        `SELECT t.date_modified::text AS wrong
         FROM (SELECT timestamptz '1999-12-31 23:59:59.999+00' + n * interval '1 microsecond' AS date_modified
               FROM generate_series(0, 2000) n) t
         WHERE to_json(${sql})::text <> to_json(to_char(t.date_modified AT TIME ZONE 'UTC', ${PATTERN}))::text`
      )
      assert.isEmpty(rows)
    } finally {
      await client.end()
    }
  })

  test('are in UTC within a write, whatever the time zone of the database', async ({ assert }) => {
    const settings = app.config.get<pg.ClientConfig>('database.connections.postgres.connection')
    const owner = await session()
    const { rows } = await owner.query('SELECT quote_ident(current_database()) AS name')
    const database = (rows[0] as { name: string }).name
    await owner.query(`ALTER DATABASE ${database} SET TimeZone = 'America/New_York'`)
    const writer = new pg.Client(settings)
    try {
      await writer.connect()
      const answer = await writer.query(`SELECT current_setting('TimeZone') AS zone`)
      assert.deepEqual(answer.rows, [{ zone: 'UTC' }])
    } finally {
      await writer.end()
      await owner.query(`ALTER DATABASE ${database} RESET TimeZone`)
      await owner.end()
    }
  })
})

/** The field `date_modified` of dockets, of a row `t`. */
async function modifiedSql(): Promise<string> {
  const { resources } = await app.container.make('curia.plugins')
  return shownSql(resources, 'dockets', 'date_modified', 't')
}

async function session(): Promise<pg.Client> {
  const { connection } = await app.container.make('curia.database')
  const client = new pg.Client({ ...connection, options: UTC_SESSION })
  await client.connect()
  return client
}
