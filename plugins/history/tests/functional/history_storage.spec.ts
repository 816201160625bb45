/** Triggers, bulk imports, and partitions in a separate database. */
import { readFileSync } from 'node:fs'
import { test } from '@japa/runner'
import pg from 'pg'
import { readValues } from '#plugins/bulk_data/import/row_check'
import { useImports } from '#plugins/bulk_data/tests/use_imports'
import { createPartitions, prunePartitions } from '../../storage/partitions.js'
import { MAX_VALUE } from '../../storage/triggers.js'
import settings from '../../settings.js'
import { prepareIn, storedRows } from '../use_history.js'

test.group('storage of versions', (group) => {
  const imports = useImports(group)
  const { file, run, rows } = imports

  group.each.setup(async () => {
    await prepareIn(imports.scratch.client, 30)
    return () => void (settings.days = 0)
  })

  const stored = (table: string) => storedRows(imports.scratch.lucid, table)
  /** Rows like the first court of the sample, with other keys and names. */
  const courts = (month: string, named: Record<string, string>) => {
    const [header, first] = readFileSync(imports.sample(['courts'])[0]!, 'utf8').split('\n')
    const columns = header!.replaceAll('"', '').split(',')
    const values = Object.fromEntries(readValues(first!).map((value, at) => [columns[at], value]))
    return file(
      `courts-2024-${month}-01.csv`,
      header!,
      Object.entries(named).map(([id, name]) => {
        const row: Record<string, string | null> = {
          ...values,
          id,
          full_name: name,
          short_name: id,
        }
        return columns.map((column) => row[column]!)
      })
    )
  }
  const triggers = async () =>
    (
      await rows(
        `SELECT tgrelid::regclass::text AS "table", tgname AS name FROM pg_trigger
         WHERE starts_with(tgname::text, 'carried_history_') ORDER BY 1, 2`
      )
    ).map(({ table, name }) => `${table} ${name}`)

  test('an import stores versions only with history', async ({ assert }) => {
    await run([courts('01', { one: 'First', two: 'First', three: 'First' })])
    await run([courts('02', { one: 'Second', two: 'Second', three: 'First' })])
    assert.deepEqual(
      (await stored('courts')).map(({ key, kind, source }) => [key, kind, source]),
      [['', 'skipped', 'import']]
    )
    await run([courts('03', { one: 'Third', three: 'Third', four: 'New' })], {
      history: true,
      prune: true,
    })
    const versions = (await stored('courts')).slice(1)
    assert.sameDeepMembers(
      versions.map(({ key, kind, source, old }) => [key, kind, source, old.full_name]),
      [
        ['one', 'updated', 'import', 'Second'],
        ['three', 'updated', 'import', 'First'],
        ['two', 'deleted', 'import', 'Second'],
      ]
    )
    assert.deepEqual(versions.find(({ key }) => key === 'one')!.old, { full_name: 'Second' })
  })

  test('a seal empties the versions, even in a transaction without history', async ({ assert }) => {
    await run([courts('01', { sealed: 'Court' })])
    await rows(
      `INSERT INTO dockets (id, court_id, source) VALUES (1, 'sealed', 0);
       INSERT INTO docket_entries (id, docket_id, description) VALUES (1, 1, '');
       INSERT INTO archive_documents (id, docket_entry_id, document_type, document_number, registry_doc_id, plain_text)
       VALUES (1, 1, 1, '1', '1', 'Secret'), (2, 1, 1, '2', '2', 'Shown')`
    )
    await rows(`UPDATE archive_documents SET plain_text = 'Other'`)
    await rows(
      `BEGIN; SET LOCAL curia.history = 'off'; UPDATE archive_documents SET is_sealed = true WHERE id = 1; COMMIT`
    )
    const versions = await stored('archive_documents')
    assert.deepEqual(versions.map(({ key, kind, old }) => [key, kind, old]).sort(), [
      ['', 'skipped', {}],
      ['1', 'updated', {}],
      ['2', 'updated', { plain_text: 'Shown' }],
    ])
  })

  test('a document that was merged into a sealed one keeps no values', async ({ assert }) => {
    await run([courts('01', { sealed: 'Court' })])
    await rows(
      `INSERT INTO dockets (id, court_id, source) VALUES (1, 'sealed', 0);
       INSERT INTO docket_entries (id, docket_id, description) VALUES (1, 1, '');
       INSERT INTO archive_documents (id, docket_entry_id, document_type, document_number, registry_doc_id, plain_text)
       SELECT n, 1, 1, n::text, n::text, 'Secret' FROM generate_series(1, 7) AS n`
    )
    const old = async () =>
      Object.fromEntries(
        (await stored('archive_documents')).map(({ key, old: values }) => [
          key,
          JSON.stringify(values).includes('Secret'),
        ])
      )
    // Merged before the seal.
    await rows(
      `DELETE FROM archive_documents WHERE id = 2; INSERT INTO document_redirections (id, kept_id) VALUES (2, 1)`
    )
    assert.deepEqual(await old(), { 2: true })
    await rows(`UPDATE archive_documents SET is_sealed = true, plain_text = '' WHERE id = 1`)
    assert.deepEqual(await old(), { 1: false, 2: false })
    // After the seal: deleted first, redirected first, and redirected again.
    await rows(
      `DELETE FROM archive_documents WHERE id = 3; INSERT INTO document_redirections (id, kept_id) VALUES (3, 1);
       INSERT INTO document_redirections (id, kept_id) VALUES (4, 1); DELETE FROM archive_documents WHERE id = 4;
       DELETE FROM archive_documents WHERE id = 5; INSERT INTO document_redirections (id, kept_id) VALUES (5, 6)`
    )
    assert.deepEqual(await old(), { 1: false, 2: false, 3: false, 4: false, 5: true })
    await rows(`UPDATE document_redirections SET kept_id = 1 WHERE id = 5`)
    assert.isFalse((await old())[5])
    // Merged into a document that isn't sealed.
    await rows(
      `INSERT INTO document_redirections (id, kept_id) VALUES (7, 6); DELETE FROM archive_documents WHERE id = 7`
    )
    assert.isTrue((await old())[7])
  })

  for (const order of ['before', 'after'] as const)
    test(`a cluster that is marked as sealed ${order} its deletion keeps no values, nor do its opinions`, async ({
      assert,
    }) => {
      await run([courts('01', { sealed: 'Court' })])
      await rows(
        `INSERT INTO dockets (id, court_id, source) VALUES (1, 'sealed', 0);
         INSERT INTO opinion_clusters (id, docket_id, case_name, date_filed, slug)
         SELECT n, 1, 'Secret v. State', '2024-01-01', 'secret' FROM generate_series(1, 3) AS n;
         INSERT INTO opinions (id, cluster_id, type, plain_text) SELECT n, n, '010combined', 'Secret' FROM generate_series(1, 3) AS n;
         UPDATE opinions SET plain_text = 'Secret and more'; UPDATE opinion_clusters SET slug = 'other'`
      )
      const mark = `INSERT INTO cluster_redirections (deleted_cluster_id, cluster_id, reason) VALUES (1, NULL, 4), (2, 3, 1)`
      const deletion = 'DELETE FROM opinion_clusters WHERE id < 3'
      await rows(order === 'before' ? `${mark}; ${deletion}` : `${deletion}; ${mark}`)
      for (const table of ['opinions', 'opinion_clusters'])
        assert.deepEqual(
          (await stored(table))
            .map(({ key, kind, old }) => `${key} ${kind} ${Object.keys(old).length > 0}`)
            .sort(),
          [
            '1 deleted false',
            '1 updated false',
            '2 deleted true',
            '2 updated true',
            '3 updated true',
          ],
          table
        )
    })

  test('clusters that were merged into a sealed one are sealed, too', async ({ assert }) => {
    await run([courts('01', { sealed: 'Court' })])
    await rows(
      `INSERT INTO dockets (id, court_id, source) VALUES (1, 'sealed', 0);
       INSERT INTO opinion_clusters (id, docket_id, case_name, date_filed, slug)
       SELECT n, 1, 'Secret v. State', '2024-01-01', 'secret' FROM generate_series(1, 4) AS n;
       INSERT INTO opinions (id, cluster_id, type, plain_text) SELECT n, n, '010combined', 'Secret' FROM generate_series(1, 4) AS n`
    )
    for (const [from, into] of [
      [1, 2],
      [2, 3],
    ])
      await rows(
        `BEGIN; INSERT INTO cluster_redirections (deleted_cluster_id, cluster_id, reason) VALUES (${from}, ${into}, 1);
         UPDATE cluster_redirections SET cluster_id = ${into} WHERE cluster_id = ${from};
         DELETE FROM opinion_clusters WHERE id = ${from}; COMMIT`
      )
    await rows(
      `BEGIN; INSERT INTO cluster_redirections (deleted_cluster_id, cluster_id, reason) VALUES (3, NULL, 4);
       DELETE FROM opinion_clusters WHERE id = 3; COMMIT`
    )
    assert.deepEqual(
      await rows(
        'SELECT deleted_cluster_id::int AS id, cluster_id, reason FROM cluster_redirections ORDER BY 1'
      ),
      [1, 2, 3].map((id) => ({ id, cluster_id: null, reason: 4 }))
    )
    await rows('DELETE FROM opinion_clusters WHERE id = 4')
    for (const table of ['opinions', 'opinion_clusters'])
      assert.deepEqual(
        (await stored(table)).map(({ key, old }) => `${key} ${Object.keys(old).length > 0}`).sort(),
        ['1 false', '2 false', '3 false', '4 true'],
        table
      )
  })

  test('versions of a concurrent edit are emptied when a sealed cluster is deleted', async ({
    assert,
    cleanup,
  }) => {
    await run([courts('01', { sealed: 'Court' })])
    await rows(
      `INSERT INTO dockets (id, court_id, source) VALUES (1, 'sealed', 0);
       INSERT INTO opinion_clusters (id, docket_id, case_name, date_filed, slug) VALUES (1, 1, 'Secret v. State', '2024-01-01', 'secret');
       INSERT INTO opinions (id, cluster_id, type, plain_text) VALUES (1, 1, '010combined', 'Secret')`
    )
    const editor = new pg.Client(imports.scratch.connection)
    await editor.connect()
    cleanup(() => editor.end())
    await editor.query(
      `BEGIN; UPDATE opinions SET plain_text = 'Other'; UPDATE opinions SET plain_text = 'Third'`
    )
    await rows(
      `INSERT INTO cluster_redirections (deleted_cluster_id, cluster_id, reason) VALUES (1, NULL, 4)`
    )
    const deleting = rows('DELETE FROM opinion_clusters WHERE id = 1')
    await editor.query('COMMIT')
    await deleting
    assert.deepEqual(
      (await stored('opinions')).map(({ kind, old }) => [kind, old]),
      [
        ['updated', {}],
        ['updated', {}],
        ['deleted', {}],
      ]
    )
  })

  test('triggers that a migration dropped are created again, and leave a gap', async ({
    assert,
  }) => {
    const before = await triggers()
    await rows('DROP TRIGGER carried_history_updated ON courts')
    await prepareIn(imports.scratch.client, 30)
    assert.deepEqual(await triggers(), before)
    assert.deepEqual(
      (await stored('courts')).map(({ key, kind }) => [key, kind]),
      [['', 'skipped']]
    )
    await prepareIn(imports.scratch.client, 30)
    assert.lengthOf(await stored('courts'), 1)
    assert.deepEqual(await stored('dockets'), [])
  })

  test('a table that an import replaced keeps its triggers', async ({ assert }) => {
    const before = await triggers()
    assert.includeMembers(before, [
      'courts carried_history_deleted',
      'courts carried_history_updated',
    ])
    const oid = async () => (await rows(`SELECT 'courts'::regclass::oid AS oid`))[0]!.oid
    const first = await oid()
    await run([courts('01', { one: 'First' })], { replaceFrom: 0 })
    assert.notEqual(await oid(), first)
    assert.deepEqual(await triggers(), before)
    await rows(`UPDATE courts SET full_name = 'Second'`)
    assert.deepEqual(
      (await stored('courts')).map(({ key, old }) => [key, old]),
      [['one', { full_name: 'First' }]]
    )
  })

  test('starting again changes nothing, and starting without history drops the triggers', async ({
    assert,
  }) => {
    const { client } = imports.scratch
    const ids = () =>
      rows(
        `SELECT oid FROM pg_trigger WHERE starts_with(tgname::text, 'carried_history_') ORDER BY 1`
      )
    const before = await ids()
    assert.isAbove(before.length, 40)
    await prepareIn(client, 90)
    assert.deepEqual(await ids(), before)
    await rows(`DROP TRIGGER carried_history_updated ON courts`)
    await prepareIn(client, 90)
    assert.lengthOf(await ids(), before.length)
    await prepareIn(client, 0)
    assert.deepEqual(await triggers(), [])
    assert.deepEqual(await rows('SELECT * FROM record_version_tables'), [])
  })

  test('a statement that changes many rows stores the changed ones', async ({ assert }) => {
    await rows(
      `INSERT INTO courts (id, full_name, short_name, position, jurisdiction)
       SELECT 'c' || n, 'Court', 'c' || n, n, 'F' FROM generate_series(1, 5000) AS n`
    )
    await rows(
      `UPDATE courts SET full_name = CASE WHEN position <= 1000 THEN 'New' ELSE full_name END`
    )
    const versions = await stored('courts')
    assert.lengthOf(versions, 1000)
    assert.deepEqual(versions[0]!.old, { full_name: 'Court' })
    await rows(`DELETE FROM courts WHERE position > 4000`)
    assert.lengthOf((await stored('courts')).slice(1000), 1000)
  })

  test('changes without a partition are stored, and move to the next partitions', async ({
    assert,
  }) => {
    const { client } = imports.scratch
    const partitions = async () =>
      (
        await rows(
          `SELECT relname AS name FROM pg_inherits JOIN pg_class c ON c.oid = inhrelid
           WHERE inhparent = 'record_versions'::regclass ORDER BY 1`
        )
      ).map(({ name }) => name as string)
    const weeks = (await partitions()).filter((name) => /\d$/.test(name))
    assert.lengthOf(weeks, 5)
    for (const name of weeks) await rows(`DROP TABLE ${name}`)
    await run([courts('01', { one: 'First' })])
    await rows(`UPDATE courts SET full_name = 'Second'`)
    assert.deepEqual(await rows('SELECT count(*)::int AS n FROM record_versions_default'), [
      { n: 1 },
    ])
    await rows(`UPDATE record_versions_default SET changed_at = now() - interval '20 days'`)
    await rows(`UPDATE courts SET full_name = 'Third'`)
    await createPartitions(client)
    assert.deepEqual(await rows('SELECT count(*)::int AS n FROM record_versions_default'), [
      { n: 0 },
    ])
    assert.lengthOf(await stored('courts'), 2)
    const filled = (await partitions()).filter((name) => /\d$/.test(name))
    assert.isAbove(filled.length, weeks.length)

    assert.deepEqual(await prunePartitions(client, 30), [])
    const dropped = await prunePartitions(client, 10)
    assert.isNotEmpty(dropped)
    assert.deepEqual(
      (await stored('courts')).map(({ old }) => old.full_name),
      ['Second']
    )
    assert.deepEqual(
      await partitions(),
      ['record_versions_default', ...filled.filter((name) => !dropped.includes(name))].sort()
    )
    await prunePartitions(client, 0)
    assert.deepEqual(await partitions(), ['record_versions_default'])
    // A later change has a place.
    await rows(`UPDATE courts SET full_name = 'Fourth'`)
    assert.lengthOf(await stored('courts'), 1)
  })

  test('a value at the limit is stored unchanged', async ({ assert }) => {
    await run([courts('01', { one: 'First' })])
    for (const length of [MAX_VALUE, MAX_VALUE + 1]) {
      await rows(`UPDATE courts SET full_name = repeat('x', ${length})`)
      await rows(`UPDATE courts SET full_name = 'Short'`)
    }
    const [, whole, , summary] = (await stored('courts')).map(({ old }) => old.full_name)
    assert.lengthOf(whole as string, MAX_VALUE)
    assert.deepInclude(summary as object, { length: MAX_VALUE + 1 })
  })
})
