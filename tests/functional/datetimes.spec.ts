/** The format of datetimes, in sessions with any time zone. */
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import pg from 'pg'
import { shownSql } from '#api/select/field_sql'
import { PluginHost } from '#core/plugin_host'
import { OpenDatabase } from '#app/database/connection'

test.group('datetimes in responses', () => {
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
          `SELECT to_json(${sql})::text AS shown FROM (SELECT $1::timestamptz AS date_modified) t`,
          [instant]
        )
        assert.deepEqual(rows, [{ shown: text }])
      } finally {
        await client.end()
      }
    })
})

/** The field `date_modified` of dockets, for the row `t`. */
async function modifiedSql(): Promise<string> {
  const { resources } = await app.container.make(PluginHost)
  return shownSql(resources, 'dockets', 'date_modified', 't')
}

async function session(): Promise<pg.Client> {
  const { connection } = await app.container.make(OpenDatabase)
  const client = new pg.Client({ ...connection, options: '-c TimeZone=America/New_York' })
  await client.connect()
  return client
}
