/**
 * Imports while other sessions read and write the same tables.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { test } from '@japa/runner'
import pg from 'pg'
import { takesMinutes } from '#tests/helpers/long_tests'
import { NamedStatement } from '#app/database/named_statement'
import { Reader } from '#app/database/reader'
import { Interrupted } from '#app/support/interrupted'
import { useImports } from '../use_imports.js'

const CITATION = 'id,volume,reporter,page,type,cluster_id,date_created,date_modified'
const STAMP = '2024-01-01 00:00:00+00'
const TABLES = ['courts', 'dockets', 'opinion_clusters', 'opinions', 'citations', 'people']
const READERS = 8
const ROUNDS = 20

test.group('bulk:import with concurrent sessions', (group) => {
  takesMinutes(group)
  const bench = useImports(group)
  const { file, run, rows, sample } = bench
  const PARENTS = ['people-db-people', 'courts', 'dockets', 'opinion-clusters']

  const session = async () => {
    const client = new pg.Client({ ...bench.scratch.connection, application_name: 'reports' })
    client.on('error', () => {})
    await client.connect()
    return client
  }
  const citations = (count = 100, { name = 'citations.csv', volume = '1' } = {}) =>
    file(
      name,
      CITATION,
      Array.from({ length: count }, (_, n) => [
        String(n + 1),
        volume,
        'U.S.',
        String(n),
        '1',
        '1001',
        STAMP,
        STAMP,
      ])
    )
  const oid = async (table: string) =>
    (await rows(`SELECT '${table}'::regclass::oid AS oid`))[0]!.oid
  const count = async (table: string) =>
    (await rows(`SELECT count(*)::int AS count FROM ${table}`))[0]!.count
  const leftovers = () => rows(`SELECT relname FROM pg_class WHERE relname LIKE 'bulk_staging%'`)
  const unchecked = () => rows(`SELECT conname FROM pg_constraint WHERE NOT convalidated`)
  /** Files of any size replace an empty table. */
  const swapping = (paths: string[], options = {}) => run(paths, { replaceFrom: 0, ...options })

  /** Reads several tables in each transaction, in any order. */
  const startReaders = async () => {
    const state = { isStopped: false, transactions: 0, errors: [] as string[] }
    const running = Array.from({ length: READERS }, async () => {
      const client = await session()
      while (!state.isStopped) {
        try {
          await client.query('BEGIN')
          const order = TABLES.toSorted(() => Math.random() - 0.5)
          for (const table of order.slice(0, 2 + Math.floor(Math.random() * 4))) {
            await client.query(`SELECT count(*) FROM ${table}`)
            await sleep(Math.random() * 10)
          }
          await client.query('COMMIT')
          state.transactions++
        } catch (error) {
          state.errors.push(String(error))
          await client.query('ROLLBACK')
        }
        await sleep(Math.random() * 50)
      }
      await client.end()
    })
    return {
      state,
      stop: async () => {
        state.isStopped = true
        await Promise.all(running)
      },
    }
  }

  test('succeeds during transactions over several tables and aborts none of them', async ({
    assert,
  }) => {
    await run(sample([...PARENTS, 'opinions']))
    const path = citations()
    const readers = await startReaders()
    let swaps = 0
    try {
      for (let round = 0; round < ROUNDS; round++) {
        await rows('DELETE FROM citations')
        const before = await oid('citations')
        const [result] = await swapping([path])
        assert.containsSubset(result, { added: 100, refused: 0 })
        if ((await oid('citations')) !== before) swaps++
      }
      // Nearly all other tables refer to these.
      await rows('DELETE FROM dockets')
      for (const { added, rowsRead, refused } of await swapping(
        sample(['dockets', 'opinion-clusters', 'opinions', 'citations'])
      ))
        assert.deepEqual([added, refused], [rowsRead, 0])
    } finally {
      await readers.stop()
    }
    assert.deepEqual(readers.state.errors, [])
    assert.isAbove(readers.state.transactions, READERS)
    assert.isAbove(swaps, ROUNDS / 2)
    await run([path])
    assert.deepEqual(await leftovers(), [])
    assert.deepEqual(await unchecked(), [])
  }).timeout(0)

  test('swaps a table while a session reads its parents; the next import finishes the swap', async ({
    assert,
  }) => {
    await run(sample(PARENTS))
    const reader = await session()
    await reader.query('BEGIN; SELECT count(*) FROM opinion_clusters')
    const before = await oid('citations')
    await swapping([citations()])
    assert.notEqual(await oid('citations'), before)
    assert.lengthOf(await leftovers(), 1)
    assert.deepEqual(await unchecked(), [])
    await assert.rejects(
      () =>
        rows(
          `INSERT INTO citations (cluster_id, volume, reporter, page, type) VALUES (5, '1', 'x', '1', 1)`
        ),
      /foreign key/
    )
    await reader.query('COMMIT')
    await reader.end()
    await run([citations()])
    assert.deepEqual(await leftovers(), [])
    assert.equal(await count('citations'), 100)
  })

  test('copies the rows if a session reads the table continuously, such as a backup', async ({
    assert,
  }) => {
    await run(sample(PARENTS))
    const reader = await session()
    await reader.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
    await reader.query(`LOCK TABLE ${TABLES.join(', ')} IN ACCESS SHARE MODE; SELECT 1`)
    const before = await oid('citations')
    const [result] = await swapping([citations()])
    assert.containsSubset(result, { added: 100, refused: 0 })
    assert.equal(await oid('citations'), before)
    // Other sessions can read the table and see the rows.
    assert.equal(await count('citations'), 100)
    const seen = await reader.query('SELECT count(*)::int AS count FROM citations')
    assert.equal(seen.rows[0].count, 0)
    await reader.query('COMMIT')
    await reader.end()
    assert.deepEqual(await leftovers(), [])
  })

  test('imports large changes while a session reads the table', async ({ assert }) => {
    await run(sample(PARENTS))
    await swapping([citations(25_000)])
    const reader = await session()
    await reader.query('BEGIN; SELECT count(*) FROM citations')
    const newer = citations(25_000, { name: 'citations-2024-02-01.csv', volume: '2' })
    const [result] = await run([newer])
    assert.equal(result!.changed, 25_000)
    await reader.query('COMMIT')
    await reader.end()
  })

  test('waits for a session that writes, reports it, and can be interrupted', async ({
    assert,
  }) => {
    await run(sample(PARENTS))
    const writer = await session()
    await writer.query('BEGIN; LOCK TABLE citations IN ROW EXCLUSIVE MODE')
    const interruption = new AbortController()
    const lines: string[] = []
    const reporter = {
      started: () => {},
      progress: () => {},
      publishing: () => {},
      finished: () => {},
      waiting: (line: string) => {
        lines.push(line)
        interruption.abort()
      },
    }
    await assert.rejects(
      () => run([citations()], { reporter, signal: interruption.signal }),
      Interrupted
    )
    assert.match(
      lines[0]!,
      /^waiting for a lock on citations: session "reports" \(process \d+\) has been idle in a transaction for \d+ s$/
    )
    // It blocks neither readers nor other writers in the meantime.
    assert.equal(await count('citations'), 0)
    await writer.query('COMMIT')
    await writer.end()
    assert.containsSubset((await run([citations()]))[0], { added: 100 })
  })

  test('prepared statements and new keys continue after a swap', async ({ assert }) => {
    await run(sample(PARENTS))
    await rows(
      `INSERT INTO citations (cluster_id, volume, reporter, page, type) VALUES (1001, '9', 'U.S.', '9', 1)`
    )
    const [{ id: last }] = await rows('DELETE FROM citations RETURNING id::float')
    const reader = new Reader(bench.scratch.connection, { statementTimeout: 5_000, connections: 1 })
    const statement = new NamedStatement('SELECT count(*)::text FROM citations WHERE id < $1')
    for (let time = 0; time < 5; time++)
      assert.deepEqual(await reader.rows(statement, [1000]), [['0']])
    await swapping([citations()])
    assert.deepEqual(await reader.rows(statement, [1000]), [['100']])
    await reader.close()
    // Keys are never reused.
    const [{ id }] = await rows(
      `INSERT INTO citations (cluster_id, volume, reporter, page, type) VALUES (1001, '9', 'U.S.', '9', 1) RETURNING id::float`
    )
    assert.equal(id, last + 1)
    const [{ tuples }] = await rows(
      `SELECT reltuples AS tuples FROM pg_class WHERE oid = 'citations'::regclass`
    )
    assert.equal(tuples, 100)
  })

  test('deletes rows whose parent was deleted during the swap', async ({ assert }) => {
    await run(sample(PARENTS))
    await swapping([citations()])
    // As after a deletion between the check of the keys and the swap.
    const [{ definition }] = await rows(
      `SELECT pg_get_constraintdef(oid) AS definition FROM pg_constraint
       WHERE conrelid = 'citations'::regclass AND contype = 'f'`
    )
    await rows('ALTER TABLE citations DROP CONSTRAINT citations_cluster_id_fkey')
    await rows('UPDATE citations SET cluster_id = 424242 WHERE id <= 3')
    await rows(
      `ALTER TABLE citations ADD CONSTRAINT citations_cluster_id_fkey ${definition} NOT VALID`
    )
    await run(sample(['courts']))
    assert.equal(await count('citations'), 97)
    assert.deepEqual(await unchecked(), [])
  })

  test('an interruption at any time leaves no partial import, and the next run resumes', async ({
    assert,
  }) => {
    await run(sample(PARENTS))
    const path = citations(20_000)
    let stops = 0
    for (let delay = 5; ; delay *= 1.5) {
      const before = await oid('citations')
      const interruption = new AbortController()
      const timer = setTimeout(() => interruption.abort(), delay)
      const error = await swapping([path], { signal: interruption.signal }).then(
        () => undefined,
        (failure: unknown) => failure
      )
      clearTimeout(timer)
      if (!error) break
      assert.instanceOf(error, Interrupted)
      stops++
      // Including right after the swap: the file is published completely or not at all.
      const isSwapped = (await oid('citations')) !== before
      assert.oneOf(await count('citations'), isSwapped ? [20_000] : [0, 20_000])
      await rows('DELETE FROM citations')
    }
    assert.isAbove(stops, 3)
    assert.equal(await count('citations'), 20_000)
    await run([path])
    assert.deepEqual(await leftovers(), [])
    assert.deepEqual(await unchecked(), [])
  })

  test('reports a lost connection in one sentence')
    .with(['reading', 'publishing'])
    .run(async ({ assert }, moment) => {
      await run(sample(PARENTS))
      const holder = await session()
      if (moment === 'publishing')
        await holder.query('BEGIN; LOCK TABLE citations IN ROW EXCLUSIVE MODE')
      const end = () =>
        rows(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
              WHERE datname = current_database() AND application_name = 'curia import'`)
      let ended: Promise<unknown> | undefined
      const reporter = {
        started: () => {},
        progress: () => void (moment === 'reading' && (ended ??= end())),
        publishing: () => void (moment === 'publishing' && (ended ??= sleep(300).then(end))),
        finished: () => {},
      }
      const path = citations(60_000)
      await assert.rejects(
        () => run([path], { reporter }),
        'citations.csv: the connection to the database was lost; run the same command again to resume'
      )
      await ended
      await holder.query('ROLLBACK')
      await holder.end()
      assert.containsSubset((await run([path]))[0], { added: 60_000, refused: 0 })
    })
})
