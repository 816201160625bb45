/**
 * Newer files that assign a unique value to a different row.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { takesMinutes } from '#tests/helpers/long_tests'
import { writeArchive } from '#plugins/synthetic_archive/writing/archive'
import { readValues } from '../../import/row_check.js'
import { sampleFolder } from '../../import/sample.js'
import { useImports } from '../use_imports.js'
import { PluginHost } from '#core/plugin_host'

const PANEL = 'id,docket_id,person_id'
const CITATION = 'id,volume,reporter,page,type,cluster_id,date_created,date_modified'
const RACE = 'id,race'
const STAMP = '2024-01-01 00:00:00+00'
const NOTHING = { added: 0, changed: 0, removed: 0, refused: 0 }

const citation = (id: string, page: string) => [id, '1', 'U.S.', page, '1', '1001', STAMP, STAMP]

test.group('bulk:import with moved values', (group) => {
  takesMinutes(group)
  const bench = useImports(group)
  const { file, run, rows, refusals, sample } = bench

  const panel = (date: string, ...judges: [id: string, docket: string, person: string][]) =>
    file(`search_docket_panel-2024-${date}.csv`, PANEL, judges)
  const panels = async () =>
    (await rows('SELECT id, docket_id, person_id FROM docket_panel ORDER BY id')).map((row) =>
      Object.values(row)
    )
  const citations = (date: string, ...pages: [id: string, page: string][]) =>
    file(
      `citations-2024-${date}.csv`,
      CITATION,
      pages.map(([id, page]) => citation(id, page))
    )
  const cited = async () =>
    (await rows('SELECT id, page FROM citations ORDER BY id')).map((row) => Object.values(row))

  test('join tables contain the pairs of the newest file, regardless of keys', async ({
    assert,
  }) => {
    await run(sample(['people-db-people', 'courts', 'dockets']))
    await run([panel('01-01', ['900001', '1', '301'], ['900002', '1', '302'])])
    const newer = panel('02-01', ['900003', '1', '301'], ['900002', '1', '302'])
    const [first] = await run([newer])
    assert.containsSubset(first, { added: 1, changed: 0, removed: 1, refused: 0 })
    const listed = [
      ['900002', '1', '302'],
      ['900003', '1', '301'],
    ]
    assert.deepEqual(await panels(), listed)

    const [second] = await run([newer])
    assert.containsSubset(second, NOTHING)
    assert.deepEqual(await panels(), listed)
  })

  test('rows of a join table can swap or rotate their pairs', async ({ assert }) => {
    await run(sample(['people-db-people', 'courts', 'dockets']))
    await run([panel('01-01', ['1', '1', '301'], ['2', '1', '302'], ['3', '1', '303'])])
    const swapped = panel('02-01', ['1', '1', '302'], ['2', '1', '301'], ['3', '1', '303'])
    const [first] = await run([swapped])
    assert.containsSubset(first, { added: 0, changed: 2, removed: 0, refused: 0 })
    assert.containsSubset((await run([swapped]))[0], NOTHING)

    const [passed] = await run([panel('03-01', ['2', '1', '302'], ['3', '1', '301'])])
    assert.containsSubset(passed, { added: 0, changed: 2, removed: 1, refused: 0 })
    assert.deepEqual(await panels(), [
      ['2', '1', '302'],
      ['3', '1', '301'],
    ])
  })

  test('a citation gets the new key of the file', async ({ assert }) => {
    await run(sample(['courts', 'dockets', 'opinion-clusters']))
    await run([citations('01-01', ['1', '10'], ['2', '20'], ['3', '30'])])
    const newer = citations('02-01', ['9', '10'], ['2', '20'])
    assert.containsSubset((await run([newer]))[0], { added: 1, changed: 0, removed: 1, refused: 0 })
    assert.deepEqual(await cited(), [
      ['2', '20'],
      ['3', '30'],
      ['9', '10'],
    ])
    assert.containsSubset((await run([newer]))[0], NOTHING)

    const [crossed] = await run([citations('03-01', ['9', '20'], ['2', '10'])])
    assert.containsSubset(crossed, { added: 0, changed: 2, removed: 0, refused: 0 })
    assert.deepEqual(await cited(), [
      ['2', '10'],
      ['3', '30'],
      ['9', '20'],
    ])
  })

  test('moves a unique record from one docket to another', async ({ assert }) => {
    await run(sample(['courts', 'dockets']))
    const [header, first] = readFileSync(join(sampleFolder(), 'dockets.csv'), 'utf8').split('\n')
    const names = header!.split(',')
    const docket = (id: string, record: string) =>
      readValues(first!).map((value, place) => {
        if (names[place] === 'id') return id
        return names[place] === 'idb_data_id' ? record : value
      })
    await rows(
      `INSERT INTO federal_integrated_database (id, dataset_source) VALUES (1, 1), (2, 1), (3, 1)`
    )
    const dockets = (date: string, ...records: [string, string][]) =>
      file(
        `dockets-2024-${date}.csv`,
        header!,
        records.map(([id, record]) => docket(id, record))
      )
    const held = async () =>
      (
        await rows(
          'SELECT id, idb_data_id FROM dockets WHERE id > 9000 AND idb_data_id IS NOT NULL ORDER BY id'
        )
      ).map((row) => Object.values(row))

    await run([dockets('01-01', ['9001', '1'], ['9002', '2'], ['9003', '3'])])
    const newer = dockets('02-01', ['9001', '2'], ['9002', '1'], ['9004', '3'])
    assert.containsSubset((await run([newer]))[0], { added: 1, changed: 3, refused: 0 })
    assert.deepEqual(await held(), [
      ['9001', '2'],
      ['9002', '1'],
      ['9004', '3'],
    ])
    assert.containsSubset((await run([newer]))[0], NOTHING)

    await run([dockets('03-01', ['9005', '4'])])
    await run([dockets('04-01', ['9006', '4'])])
    const [record] = sample(['fjc-integrated-database'])
    const lines = readFileSync(record!, 'utf8').split('\n')
    const values = readValues(lines[1]!).with(0, '4')
    const [brought] = await run([
      file('fjc-integrated-database-2024-01-01.csv', lines[0]!, [values]),
    ])
    assert.containsSubset(brought, { added: 1, mended: 1 })
    assert.deepInclude(await held(), ['9006', '4'])
  })

  test('referenced rows can swap values but keep them if a new row has the same value', async ({
    assert,
  }) => {
    await run(sample(['people-db-people']))
    await run([
      file('people_db_race-2024-01-01.csv', RACE, [
        ['1', 'w'],
        ['2', 'b'],
      ]),
    ])
    await rows('INSERT INTO person_races (person_id, race_id) VALUES (301, 1)')
    const [swapped] = await run([
      file('people_db_race-2024-02-01.csv', RACE, [
        ['1', 'b'],
        ['2', 'w'],
      ]),
    ])
    assert.containsSubset(swapped, { added: 0, changed: 2, removed: 0, refused: 0 })

    const moved = file('people_db_race-2024-03-01.csv', RACE, [['3', 'b']])
    assert.containsSubset((await run([moved]))[0], { added: 0, removed: 0, refused: 1 })
    assert.deepEqual(await refusals(), [
      { line: 2, column: 'race', reason: 'already belongs to another row' },
    ])
    const [pruned] = await run([moved], { prune: true })
    assert.containsSubset(pruned, { added: 1, removed: 2, refused: 0 })
    assert.deepEqual(await rows('SELECT id::int, race FROM races'), [{ id: 3, race: 'b' }])
  })

  test('imports an archive with another seed into the same tables in one run', async ({
    assert,
  }) => {
    const { bulkTables } = await app.container.make(PluginHost)
    const tables = bulkTables.map(({ declaration }) => declaration)
    const archive = async (seed: number, date: string) => {
      const folder = join(bench.folder, String(seed))
      const files = await writeArchive({ tables, dockets: 400, seed, date, folder })
      return files.map((written) => join(folder, written.file))
    }
    await run(await archive(1, '2024-01-01'))
    const other = await archive(7, '2024-02-01')
    for (const { file: name, refused, dangling } of await run(other))
      assert.deepEqual([refused, dangling], [0, 0], name)
    for (const { file: name, added, changed, removed, refused } of await run(other))
      assert.deepEqual({ added, changed, removed, refused }, NOTHING, name)
  })
})
