/**
 * Keys of local rows never collide with keys in bulk data files.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { takesMinutes } from '#tests/helpers/long_tests'
import { DEFAULT_FIRST_KEY, EARLIER_FIRST_KEY } from '#app/database/local_keys'
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
      last.filter(({ last: key }) => key !== DEFAULT_FIRST_KEY - 1),
      []
    )
  })

  test('a newer file does not change a local docket', async ({ assert }) => {
    await run(sample(['courts']))
    const before = await makeDocket()
    await run([dockets('01-01', [1, 2, 3])])
    const made = await makeDocket()
    assert.deepEqual([before, made], [DEFAULT_FIRST_KEY, DEFAULT_FIRST_KEY + 1])

    const [newer] = await run([dockets('02-01', [1, 2, 3, 4, 5])])
    assert.containsSubset(newer, { added: 2, changed: 0, refused: 0 })
    assert.deepEqual(
      await rows(
        `SELECT id::float, court_id, docket_number FROM dockets WHERE id >= ${DEFAULT_FIRST_KEY} ORDER BY id`
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
        reason: 'keys from 1900000000 on are reserved for rows created by this server',
      },
    ])
  })

  test('an existing archive continues with keys of the local range', async ({ assert }) => {
    await run(sample(['courts']))
    await rows(`SELECT setval(pg_get_serial_sequence('dockets', 'id'), 2000)`)
    await run([dockets('01-01', [1])])
    assert.equal(await makeDocket(), DEFAULT_FIRST_KEY)
  })

  /** Moves where local keys start, as LOCAL_IDS_FROM does for new archives. */
  const startAt = async (from: number) => {
    await rows(`UPDATE archive_facts SET first_local_id = ${from}`)
    for (const table of ['dockets', 'courthouses'])
      await rows(`SELECT setval(pg_get_serial_sequence('${table}', 'id'), ${from - 1})`)
  }

  test('an archive from {first} accepts the IDs {accepted} and rejects {rejected}')
    .with([
      { first: DEFAULT_FIRST_KEY, accepted: [1, 1_899_999_999], rejected: [1_900_000_000] },
      { first: 1_000_000, accepted: [999_999], rejected: [1_000_000, 1_900_000_000] },
      // Of the file of another server with the default.
      { first: EARLIER_FIRST_KEY, accepted: [1_900_000_000], rejected: [1_000_000_000_000] },
      { first: 2 ** 31, accepted: [2 ** 31 - 1], rejected: [2 ** 31, 2 ** 40] },
    ])
    .run(async ({ assert }, { first: from, accepted, rejected }) => {
      await startAt(from)
      await run(sample(['courts']))
      const [result] = await run([dockets('01-01', [...accepted, ...rejected])])
      assert.containsSubset(result, { added: accepted.length, refused: rejected.length })
      const reason = `keys from ${from} on are reserved for rows created by this server`
      assert.deepEqual(
        await refusals(),
        rejected.map((_, at) => ({ line: accepted.length + at + 2, column: 'id', reason }))
      )
      const own = await makeDocket()
      assert.equal(own, from)
      const [pruned] = await run([dockets('02-01', [7])], { prune: true })
      assert.containsSubset(pruned, { added: 1, removed: accepted.length })
      assert.deepEqual(await rows('SELECT id::float FROM dockets ORDER BY id'), [
        { id: 7 },
        { id: own },
      ])
    })

  test('an import of the IDs {ids} into an archive from {first} warns: {warns}')
    .with([
      { first: DEFAULT_FIRST_KEY, ids: [1, 2], warns: false },
      { first: DEFAULT_FIRST_KEY, ids: [1, 1_424_999_999], warns: false },
      { first: DEFAULT_FIRST_KEY, ids: [1, 1_425_000_000], warns: true },
      { first: DEFAULT_FIRST_KEY, ids: [1_899_999_999, 1_900_000_000], warns: true },
      { first: DEFAULT_FIRST_KEY, ids: [1, 1_900_000_000], warns: false },
      { first: 1_000_000, ids: [750_000], warns: true },
      { first: EARLIER_FIRST_KEY, ids: [1_899_999_999], warns: false },
      { first: EARLIER_FIRST_KEY, ids: [750_000_000_000], warns: true },
    ])
    .run(async ({ assert }, { first: from, ids, warns }) => {
      await startAt(from)
      await run(sample(['courts']))
      const [result] = await run([dockets('01-01', ids)])
      const highest = Math.max(...ids.filter((id) => id < from)).toLocaleString('en')
      assert.deepEqual(
        result!.warnings,
        warns
          ? [
              `The highest imported ID in dockets is ${highest}; rows of files with IDs from ${from.toLocaleString('en')} on are rejected`,
            ]
          : []
      )
      // Other tables have enough room.
      const [courthouses] = await run(sample(['courthouses']))
      assert.deepEqual(courthouses!.warnings, [])
    })

  test('an import warns about local keys near the end of 32 bits', async ({ assert }) => {
    await run(sample(['courts']))
    await rows(`SELECT setval(pg_get_serial_sequence('dockets', 'id'), 2147483000)`)
    const [result] = await run([dockets('01-01', [1])])
    assert.deepEqual(result!.warnings, [
      "IDs created in dockets have reached 2,147,483,000; 32-bit clients can't read IDs above 2,147,483,647",
    ])
  })

  test('tables with text IDs have no local keys', async ({ assert }) => {
    const [result] = await run(sample(['courts']))
    assert.deepEqual(result!.warnings, [])
  })
})
