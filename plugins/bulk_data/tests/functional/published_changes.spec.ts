/**
 * Imports in the change log: ranges of keys, for swapped tables and merged rows.
 */
import { test } from '@japa/runner'
import { takesMinutes } from '#tests/helpers/long_tests'
import { findPublication } from '#app/events/publication'
import { ChangeLog } from '#app/events/change_log'
import { useImports } from '../use_imports.js'

const CITATION = 'id,volume,reporter,page,type,cluster_id,date_created,date_modified'
const STAMP = '2024-01-01 00:00:00+00'
/** Enough rows for a file that replaces the empty table. */
const MANY = 30_000

test.group('bulk:import and the change log', (group) => {
  takesMinutes(group)
  const bench = useImports(group)
  const { file, run, rows, sample } = bench

  const logged = async (work: () => Promise<unknown>, table: string) => {
    const log = new ChangeLog(bench.scratch.lucid)
    const start = await log.now()
    await work()
    const { changes } = await log.read({ after: start })
    return changes.filter((change) => change.table === table)
  }
  const citations = (date: string, pages: number[]) =>
    file(
      `citations-2024-${date}.csv`,
      CITATION,
      pages.map((n) => [String(n), '1', 'U.S.', String(n), '1', '1001', STAMP, STAMP])
    )
  const oid = async (table: string) =>
    (await rows(`SELECT '${table}'::regclass::oid AS oid`))[0]!.oid

  test('publishes merged rows as ranges, without unchanged ones', async ({ assert }) => {
    const files = sample(['people-db-people', 'courts', 'dockets'])
    const first = await logged(() => run(files), 'dockets')
    const ids = (await rows('SELECT id::int FROM dockets ORDER BY id')).map(({ id }) => id)
    assert.isAbove(ids.length, 3)
    const created = first.filter(({ kind }) => kind === 'created')
    const named = created.flatMap(({ ids: ranges }) =>
      ranges.flatMap(([a, b]) => Array.from({ length: b - a + 1 }, (_, n) => a + n))
    )
    assert.deepEqual(named, ids)
    assert.isBelow(created.length, 3)
    assert.deepEqual(await logged(() => run(files), 'dockets'), [])
    await rows(`UPDATE dockets SET case_name = 'changed' WHERE id = ${ids[0]}`)
    const mended = await logged(() => run(files), 'dockets')
    assert.deepEqual(
      mended.map(({ kind, ids: ranges }) => [kind, ranges]),
      [['updated', [[ids[0], ids[0]]]]]
    )
  })

  test('a swapped table keeps its triggers and is published completely', async ({ assert }) => {
    await run(sample(['people-db-people', 'courts', 'dockets', 'opinion-clusters']))
    const { client } = bench.scratch
    // With a distant key, to see ranges of a whole table.
    await client.query(`SELECT publish_changes('citations', 'id')`)
    const before = await oid('citations')
    const pages = Array.from({ length: MANY }, (_, n) => n + 1).filter((n) => n !== 500)
    const path = citations('01-01', pages)
    const [change, ...more] = await logged(() => run([path]), 'citations')
    assert.notEqual(await oid('citations'), before)
    assert.deepEqual(more, [])
    assert.equal(change!.kind, 'created')
    assert.deepEqual(change!.ids, [
      [1, 499],
      [501, MANY],
    ])
    assert.deepEqual(await findPublication(client, 'citations'), { table: 'citations', key: 'id' })

    const after = await logged(() => rows('DELETE FROM citations WHERE id < 3'), 'citations')
    assert.deepEqual(
      after.map(({ kind, ids }) => [kind, ids]),
      [['deleted', [[1, 2]]]]
    )
    const newer = citations('02-01', [1, 2, ...pages.slice(2, 10), MANY + 1])
    const merged = await logged(() => run([newer]), 'citations')
    assert.deepEqual(
      merged.map(({ kind, ids }) => [kind, ids]),
      [
        [
          'created',
          [
            [1, 2],
            [MANY + 1, MANY + 1],
          ],
        ],
      ]
    )
  })
})
