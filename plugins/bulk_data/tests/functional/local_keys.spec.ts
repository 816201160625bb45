/**
 * Keys of local rows never collide with keys in bulk data files.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { takesMinutes } from '#tests/helpers/long_tests'
import { FIRST_LOCAL_KEY } from '#app/database/local_keys'
import { readValues } from '../../import/row_check.js'
import { sampleFolder } from '../../import/sample.js'
import { useImports } from '../use_imports.js'
import { PluginHost } from '#core/plugin_host'

test.group('bulk:import and local rows', (group) => {
  takesMinutes(group)
  const { file, run, rows, refusals, sample } = useImports(group)

  const [header, first] = readFileSync(join(sampleFolder(), 'dockets.csv'), 'utf8').split('\n')
  const dockets = (date: string, ids: number[]) =>
    file(
      `dockets-2024-${date}.csv`,
      header!,
      ids.map((id) => readValues(first!).with(0, String(id)))
    )
  const makeDocket = async () => {
    const [{ id }] = await rows(
      `INSERT INTO dockets (court_id, source, docket_number) VALUES ('cand', 1, '3:24-cv-00001') RETURNING id::float`
    )
    return id as number
  }

  test('all tables that files fill have a separate key range for local rows', async ({
    assert,
  }) => {
    const { bulkTables } = await app.container.make(PluginHost)
    const last = await rows(
      `SELECT name, pg_sequence_last_value(sequence)::float AS last
       FROM unnest('{${bulkTables.map(({ declaration }) => declaration.table).join()}}'::text[]) AS name,
            pg_get_serial_sequence(name, 'id') AS given, LATERAL (SELECT given::regclass AS sequence) own
       WHERE given IS NOT NULL`
    )
    assert.isAbove(last.length, 30)
    assert.deepEqual(
      last.filter(({ last: key }) => key !== FIRST_LOCAL_KEY - 1),
      []
    )
  })

  test('a newer file does not change a local docket', async ({ assert }) => {
    await run(sample(['courts']))
    const before = await makeDocket()
    await run([dockets('01-01', [1, 2, 3])])
    const made = await makeDocket()
    assert.deepEqual([before, made], [FIRST_LOCAL_KEY, FIRST_LOCAL_KEY + 1])

    const [newer] = await run([dockets('02-01', [1, 2, 3, 4, 5])])
    assert.containsSubset(newer, { added: 2, changed: 0, refused: 0 })
    assert.deepEqual(
      await rows(
        `SELECT id::float, court_id, docket_number FROM dockets WHERE id >= ${FIRST_LOCAL_KEY} ORDER BY id`
      ),
      [before, made].map((id) => ({ id, court_id: 'cand', docket_number: '3:24-cv-00001' }))
    )
  })

  test('rejects a row with a key of the local range', async ({ assert }) => {
    await run(sample(['courts']))
    const made = await makeDocket()
    const [result] = await run([dockets('01-01', [1, made])])
    assert.containsSubset(result, { added: 1, changed: 0, refused: 1 })
    assert.deepEqual(await refusals(), [
      {
        line: 3,
        column: 'id',
        reason: 'keys from 1000000000000 on are reserved for rows created by this server',
      },
    ])
  })

  test('an existing archive continues with keys of the local range', async ({ assert }) => {
    await run(sample(['courts']))
    await rows(`SELECT setval(pg_get_serial_sequence('dockets', 'id'), 2000)`)
    await run([dockets('01-01', [1])])
    assert.equal(await makeDocket(), FIRST_LOCAL_KEY)
  })
})
