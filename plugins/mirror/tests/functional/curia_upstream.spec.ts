/** Mirrors of this server, under both of its API roots, in a scratch archive. */
import { rmSync } from 'node:fs'
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import pg from 'pg'
import { OpenDatabase } from '#app/database/connection'
import { UTC_SESSION } from '#app/database/reader'
import { makeScratchDatabase, type ScratchDatabase } from '#tests/helpers/scratch_database'
import { Mirrors } from '../../sync/mirrors.js'
import { pullRecord, readTarget } from '../../sync/pull.js'
import { MirrorSync } from '../../sync/sync_mirror.js'
import type { MirrorRow } from '../../sync/feed_sync.js'
import { Upstream } from '../../upstream/upstream.js'
import { makeFileStorage, readRecords } from '../use_mirror.js'

const SERVER = `http://${process.env.HOST}:${process.env.PORT}`
const LIMIT = 300_000
const IDS = 860_000

test.group('mirror of this server', (group) => {
  let scratch: ScratchDatabase
  let source: pg.Client
  let mirrors: Mirrors
  let files: Awaited<ReturnType<typeof makeFileStorage>>
  const { signal } = new AbortController()

  group.each.setup(async () => {
    scratch = await makeScratchDatabase(app)
    mirrors = await app.container.make(Mirrors)
    files = await makeFileStorage()
    const { connection } = await app.container.make(OpenDatabase)
    source = new pg.Client({ ...connection, options: UTC_SESSION })
    await source.connect()
    await scratch.client.query(`SET TIME ZONE 'UTC'`)
    // Other specs create local records in the source.
    await scratch.client.query('UPDATE archive_facts SET first_local_id = 2000000000')
    return async () => {
      await source.query(`DELETE FROM dockets WHERE id BETWEEN ${IDS} AND ${IDS + 9}`)
      await source.end()
      await scratch.drop()
      rmSync(files.folder, { recursive: true, force: true })
    }
  })

  const connect = (url: string) => new Upstream({ url, token: null, signal, report: () => {} })

  /** Adds a mirror to the scratch archive. */
  const add = async (
    url: string,
    root: string | null,
    filters: [string, string][],
    resources: string[] = []
  ) => {
    const { names, paths } = await mirrors.apis.read(connect(url), resources)
    const { rows } = await scratch.client.query<MirrorRow>(
      `INSERT INTO mirrors (url, resources, names, root, filters) VALUES ($1, $2, $3, $4, $5)
       RETURNING *`,
      [url, paths, names, root, JSON.stringify(filters)]
    )
    return rows[0]!
  }

  const run = async (mirror: MirrorRow, report: (message: string) => void = () => {}) => {
    const { connection } = scratch
    const registry = mirrors.apis.registryOf(mirror.names)
    const options = { signal, once: true, every: 1, compareDays: 0, report }
    const { changes } = mirrors
    await MirrorSync.run(mirror, options, { connection, registry, changes, storage: files.storage })
  }

  /** Records of the scratch archive that differ from those of this server. */
  const compare = async ({ names, resources }: MirrorRow, isWhole: boolean) => {
    const registry = mirrors.apis.registryOf(names)
    const found: string[] = []
    let same = 0
    for (const path of resources) {
      const [ours, theirs] = await Promise.all(
        [scratch.client, source].map((client) => readRecords(client, registry, `${SERVER}/`, path))
      )
      for (const [key, record] of theirs!) {
        const own = ours!.get(key)
        const [one, other] = [own, record].map((each) => JSON.stringify(each))
        if (one === other) same++
        else if (own || isWhole) found.push(`${path} ${key}: ${one} ≠ ${other}`)
      }
      for (const key of ours!.keys()) if (!theirs!.has(key)) found.push(`${path} ${key}: only here`)
    }
    return { found, same }
  }

  /** Compares the IDs as after missed changes. */
  const compareKeys = async (mirror: MirrorRow, deletes: boolean) => {
    const { connection } = scratch
    const registry = mirrors.apis.registryOf(mirror.names)
    const reports: string[] = []
    const report = (message: string) => void reports.push(message)
    const { changes } = mirrors
    const services = { connection, registry, changes, storage: files.storage }
    const lists = await MirrorSync.compare(mirror, { signal, report, deletes }, services)
    return { lists: lists!, reports }
  }

  const count = async (sql: string) => Number((await scratch.client.query(sql)).rows[0].count)

  test('recognizes the names of an API', async ({ assert }) => {
    const own = await mirrors.apis.read(connect(SERVER), [])
    assert.equal(own.names, 'own')
    assert.include(own.paths, 'archive-documents')
    const published = await mirrors.apis.read(connect(`${SERVER}/courtlistener`), [])
    assert.equal(published.names, 'public')
    assert.include(published.paths, 'recap-documents')
    await assert.rejects(() => mirrors.apis.read(connect(SERVER), ['tags']), /can't be mirrored/)
  })

  test('copies and follows the lists under the names of the public service', async ({ assert }) => {
    const mirror = await add(`${SERVER}/courtlistener`, null, [])
    await run(mirror)
    const { found, same } = await compare(mirror, true)
    assert.deepEqual(found.slice(0, 3), [])
    assert.isAbove(same, 2_000)
    await source.query(
      `INSERT INTO dockets (id, court_id, case_name, source) VALUES (${IDS}, 'nysd', 'Followed', 0);
       INSERT INTO docket_entries (id, docket_id, description) VALUES (${IDS}, ${IDS}, 'New')`
    )
    await run(mirror)
    assert.deepEqual((await compare(mirror, true)).found.slice(0, 3), [])
  }).timeout(LIMIT)

  test('a filter selects dockets with all below them, and the feed keeps to it', async ({
    assert,
  }) => {
    const [{ court }] = (
      await source.query(
        `SELECT d.court_id AS court FROM dockets d JOIN docket_entries e ON e.docket_id = d.id
         JOIN party_types p ON p.docket_id = d.id GROUP BY 1 ORDER BY count(*) LIMIT 1`
      )
    ).rows
    const mirror = await add(SERVER, 'dockets', [['court', court]])
    mirror.local_edits = 'local'
    await scratch.client.query(`UPDATE mirrors SET local_edits = 'local'`)
    await run(mirror)
    const others = `SELECT count(*) FROM dockets WHERE court_id <> '${court}'`
    assert.equal(await count(others), 0)
    for (const table of ['dockets', 'docket_entries', 'parties', 'attorneys', 'courts'])
      assert.isAbove(await count(`SELECT count(*) FROM ${table}`), 0, table)
    assert.equal(await count('SELECT count(*) FROM schools'), 0)
    await source.query(
      `INSERT INTO dockets (id, court_id, case_name, source) VALUES
         (${IDS}, '${court}', 'Matches', 0), (${IDS + 1}, (SELECT min(id) FROM courts WHERE id <> '${court}'), 'Does not', 0);
       INSERT INTO docket_entries (id, docket_id, description) VALUES (${IDS}, ${IDS}, 'New'), (${IDS + 1}, ${IDS + 1}, 'Not');
       INSERT INTO archive_documents (id, docket_entry_id, document_type, document_number, registry_doc_id, plain_text)
         VALUES (${IDS}, ${IDS}, 1, '1', '8600001', 'text')`
    )
    await run(mirror)
    assert.equal(await count(others), 0)
    for (const table of ['dockets', 'docket_entries', 'archive_documents'])
      assert.equal(await count(`SELECT count(*) FROM ${table} WHERE id >= ${IDS}`), 1, table)
    // A docket that was edited here is kept, and entries that were deleted upstream are deleted.
    await scratch.client.query(`UPDATE dockets SET case_name = 'Edited here' WHERE id = ${IDS}`)
    await source.query(
      `UPDATE dockets SET case_name = 'Changed' WHERE id = ${IDS};
       DELETE FROM docket_entries WHERE id = ${IDS}`
    )
    await run(mirror)
    assert.equal(await count(`SELECT count(*) FROM dockets WHERE case_name = 'Edited here'`), 1)
    assert.equal(await count(`SELECT count(*) FROM docket_entries WHERE id = ${IDS}`), 0)
  }).timeout(LIMIT)

  test('an updated record of a filtered mirror gets the records that it newly refers to', async ({
    assert,
  }) => {
    const court = 'nysd'
    const mirror = await add(SERVER, 'dockets', [
      ['court', court],
      ['id__lt', String(IDS + 10)],
      ['id__gte', String(IDS)],
    ])
    await source.query(
      `INSERT INTO dockets (id, court_id, case_name, source) VALUES (${IDS}, '${court}', 'First', 0),
         (${IDS + 1}, '${court}', 'Second', 0), (${IDS + 2}, 'ca9', 'Elsewhere', 0);
       INSERT INTO docket_entries (id, docket_id, description) VALUES (${IDS}, ${IDS}, 'Entry')`
    )
    await run(mirror)
    const read = async (sql: string) => (await scratch.client.query(sql)).rows
    assert.deepEqual(await read(`SELECT id FROM courts WHERE id IN ('cand', 'ca9', 'cal')`), [])
    const [judge, panelist, lower] = (
      await source.query('SELECT id::text FROM people WHERE is_alias_of_id IS NULL LIMIT 3')
    ).rows.map(({ id }) => id as string)
    assert.notInclude(
      (await read('SELECT id::text FROM people')).map(({ id }) => id),
      judge
    )
    // A nullable link, rows, a link that is required, and a record that was moved to another one.
    const [{ id: details }] = (
      await source.query(
        `INSERT INTO originating_court_information (docket_number, assigned_to_id) VALUES ('9-1', ${lower}) RETURNING id::text`
      )
    ).rows
    await source.query(
      `UPDATE dockets SET assigned_to_id = ${judge} WHERE id = ${IDS};
       INSERT INTO docket_panel (docket_id, person_id) VALUES (${IDS}, ${panelist});
       UPDATE dockets SET court_id = 'cand', appeal_from_id = 'cal' WHERE id = ${IDS + 1};
       UPDATE docket_entries SET docket_id = ${IDS + 2} WHERE id = ${IDS}`
    )
    await run(mirror)
    assert.deepEqual(
      await read(
        `SELECT id::int, court_id, appeal_from_id, assigned_to_id::text FROM dockets ORDER BY id`
      ),
      [
        { id: IDS, court_id: court, appeal_from_id: null, assigned_to_id: judge },
        { id: IDS + 1, court_id: 'cand', appeal_from_id: 'cal', assigned_to_id: null },
        { id: IDS + 2, court_id: 'ca9', appeal_from_id: null, assigned_to_id: null },
      ]
    )
    assert.deepEqual(await read('SELECT person_id::text AS id FROM docket_panel'), [
      { id: panelist },
    ])
    assert.deepEqual(await read('SELECT docket_id::int AS id FROM docket_entries'), [
      { id: IDS + 2 },
    ])
    await source.query(
      `UPDATE dockets SET originating_court_information_id = ${details} WHERE id = ${IDS}`
    )
    await run(mirror)
    assert.deepEqual(
      await read('SELECT docket_number, assigned_to_id::text FROM originating_court_information'),
      [{ docket_number: '9-1', assigned_to_id: lower }]
    )
    assert.deepEqual(await read('SELECT * FROM mirror_pending'), [])
    // People that others refer to are here without their positions.
    const { found } = await compare(mirror, false)
    assert.deepEqual(
      found.filter((one) => !one.startsWith('people ')),
      []
    )

    // A mirror that lacks a judge, as one of an earlier version, gets them.
    await scratch.client.query(
      `UPDATE dockets SET assigned_to_id = NULL WHERE id = ${IDS};
       DELETE FROM people WHERE id = ${judge};
       INSERT INTO mirror_pending (mirror_id, resource, key, target_resource, target_key)
         SELECT id, 'dockets', '${IDS}', 'people', '${judge}' FROM mirrors`
    )
    await run(mirror)
    assert.deepEqual(
      await read(`SELECT assigned_to_id::text AS id FROM dockets WHERE id = ${IDS}`),
      [{ id: judge }]
    )
    await source.query(`DELETE FROM dockets WHERE id BETWEEN ${IDS} AND ${IDS + 9}`)
    await source.query(`DELETE FROM originating_court_information WHERE id = ${details}`)
  }).timeout(LIMIT)

  test('sealed clusters stay sealed, and records that others here need are kept', async ({
    assert,
    cleanup,
  }) => {
    const mirror = await add(SERVER, null, [], ['clusters'])
    await run(mirror)
    cleanup(async () => {
      await source.query(`DELETE FROM cluster_redirections WHERE deleted_cluster_id = ${IDS}`)
      await source.query(`DELETE FROM opinion_clusters WHERE id = ${IDS}`)
      await source.query(`DELETE FROM people WHERE id IN (${IDS}, ${IDS + 1})`)
    })
    const cluster = `INSERT INTO opinion_clusters (id, docket_id, date_filed, precedential_status, case_name, source)
      VALUES (${IDS}, ${IDS}, '2024-01-01', 'Published', 'First', 'C')`
    await source.query(
      `INSERT INTO dockets (id, court_id, case_name, source) VALUES (${IDS}, 'nysd', 'First', 0);
       ${cluster};
       INSERT INTO people (id, name_first, name_last, slug) VALUES (${IDS}, 'A', 'B', 'a-b'), (${IDS + 1}, 'C', 'D', 'c-d')`
    )
    await run(mirror)
    const read = async (sql: string) => (await scratch.client.query(sql)).rows
    const marks = () =>
      read(`SELECT cluster_id, reason FROM cluster_redirections WHERE deleted_cluster_id = ${IDS}`)
    assert.deepEqual(await marks(), [])
    await scratch.client.query(
      `INSERT INTO dockets (court_id, case_name, source, assigned_to_id) VALUES ('nysd', 'Local', 0, ${IDS});
       INSERT INTO mirror_overwritten (mirror_id, resource, key, field, value)
         SELECT id, 'clusters', '${IDS}', 'summary', '"Secret"' FROM mirrors LIMIT 1`
    )
    await source.query(
      `BEGIN;
       INSERT INTO cluster_redirections (deleted_cluster_id, cluster_id, reason) VALUES (${IDS}, NULL, 4);
       DELETE FROM opinion_clusters WHERE id = ${IDS};
       DELETE FROM people WHERE id IN (${IDS}, ${IDS + 1});
       COMMIT`
    )
    const reports: string[] = []
    await run(mirror, (message) => reports.push(message))
    assert.equal(await count(`SELECT count(*) FROM opinion_clusters WHERE id = ${IDS}`), 0)
    assert.deepEqual(await marks(), [{ cluster_id: null, reason: 4 }])
    assert.deepEqual(
      await read(`SELECT field, value FROM mirror_overwritten WHERE key = '${IDS}'`),
      [{ field: 'summary', value: null }]
    )
    assert.deepEqual(await read(`SELECT id::int FROM people WHERE id >= ${IDS}`), [{ id: IDS }])
    assert.deepEqual(reports, [
      `people ${IDS} no longer exists upstream, and is kept because records of this server refer to it`,
    ])
    await source.query(
      `BEGIN; DELETE FROM cluster_redirections WHERE deleted_cluster_id = ${IDS}; ${cluster}; COMMIT`
    )
    await run(mirror)
    assert.deepEqual(await marks(), [])
    assert.equal(await count(`SELECT count(*) FROM opinion_clusters WHERE id = ${IDS}`), 1)
  }).timeout(LIMIT)

  test('a comparison finds documents, and decisions that were sealed or merged', async ({
    assert,
    cleanup,
  }) => {
    const mirror = await add(SERVER, null, [])
    cleanup(async () => {
      await source.query(`DELETE FROM cluster_redirections WHERE deleted_cluster_id >= ${IDS}`)
    })
    const documents = [0, 1, 2].map(
      (at) => `(${IDS + at}, ${IDS}, 1, '${at + 1}', '86001${at}', 'text')`
    )
    const clusters = [0, 1, 2].map(
      (at) => `(${IDS + at}, ${IDS}, '2024-01-01', 'Published', 'Case', 'C')`
    )
    await source.query(
      `INSERT INTO dockets (id, court_id, case_name, source) VALUES (${IDS}, 'nysd', 'First', 0);
       INSERT INTO docket_entries (id, docket_id, description) VALUES (${IDS}, ${IDS}, 'New');
       INSERT INTO archive_documents (id, docket_entry_id, document_type, document_number, registry_doc_id, plain_text)
         VALUES ${documents.join(', ')};
       INSERT INTO opinion_clusters (id, docket_id, date_filed, precedential_status, case_name, source)
         VALUES ${clusters.join(', ')}`
    )
    await run(mirror)
    const keys = async (table: string) =>
      (
        await scratch.client.query(`SELECT id::int FROM ${table} WHERE id >= ${IDS} ORDER BY id`)
      ).rows.map(({ id }) => id - IDS)
    assert.deepEqual(await keys('archive_documents'), [0, 1, 2])
    // These changes are missed.
    await source.query(
      `DELETE FROM archive_documents WHERE id = ${IDS};
       INSERT INTO cluster_redirections (deleted_cluster_id, cluster_id, reason)
         VALUES (${IDS}, NULL, 4), (${IDS + 1}, ${IDS + 2}, 1);
       DELETE FROM opinion_clusters WHERE id IN (${IDS}, ${IDS + 1})`
    )
    await scratch.client.query(`DELETE FROM archive_documents WHERE id = ${IDS + 1}`)
    const found = await compareKeys(mirror, false)
    const list = (path: string) => found.lists.find(({ resource }) => resource === path)!
    assert.deepInclude(list('archive-documents'), { stored: 1, vanished: 1 })
    assert.deepInclude(list('clusters'), { vanished: 1 })
    assert.include(found.reports, `clusters ${IDS} was sealed upstream, and is deleted here`)
    assert.deepEqual(await keys('archive_documents'), [0, 1, 2])
    assert.deepEqual(await keys('opinion_clusters'), [1, 2])
    await compareKeys(mirror, true)
    assert.deepEqual(await keys('archive_documents'), [1, 2])
    assert.deepEqual(await keys('opinion_clusters'), [2])
    const { rows } = await scratch.client.query(
      `SELECT deleted_cluster_id::int AS id, cluster_id::int AS into FROM cluster_redirections
       WHERE deleted_cluster_id >= ${IDS} ORDER BY 1`
    )
    assert.deepEqual(rows, [
      { id: IDS, into: null },
      { id: IDS + 1, into: IDS + 2 },
    ])
  }).timeout(LIMIT)

  test('a docket that matches only now gets everything below it: {$self}')
    .with(['', '/courtlistener'])
    .run(async ({ assert }, root) => {
      const mirror = await add(`${SERVER}${root}`, 'dockets', [
        ['court', 'cand'],
        ['id__gte', String(IDS)],
      ])
      await source.query(
        `INSERT INTO dockets (id, court_id, case_name, source, date_modified) VALUES
           (${IDS}, 'nysd', 'First', 0, now() - interval '1 day');
         INSERT INTO docket_entries (id, docket_id, description, date_modified) VALUES
           (${IDS}, ${IDS}, 'New', now() - interval '1 day');
         INSERT INTO archive_documents (id, docket_entry_id, document_type, document_number, registry_doc_id, plain_text, date_modified)
           VALUES (${IDS}, ${IDS}, 1, '1', '860010', 'text', now() - interval '1 day')`
      )
      await run(mirror)
      const tables = ['dockets', 'docket_entries', 'archive_documents']
      const counts = () =>
        Promise.all(tables.map((table) => count(`SELECT count(*) FROM ${table}`)))
      assert.deepEqual(await counts(), [0, 0, 0])
      await source.query(
        `UPDATE dockets SET court_id = 'cand', date_modified = now() WHERE id = ${IDS}`
      )
      await run(mirror)
      assert.deepEqual(await counts(), [1, 1, 1])
      assert.equal(await count('SELECT count(*) FROM mirror_pending'), 0)

      // A run that was interrupted before it stored the records below continues.
      await scratch.client.query(
        `DELETE FROM docket_entries;
         INSERT INTO mirror_pending (mirror_id, resource, key, target_resource, target_key)
           SELECT id, 'dockets', '${IDS}', 'dockets', '${IDS}' FROM mirrors`
      )
      await run(mirror)
      assert.deepEqual(await counts(), [1, 1, 1])
      assert.equal(await count('SELECT count(*) FROM mirror_pending'), 0)
    })
    .timeout(LIMIT)

  test('pulls a decision from both roots', async ({ assert }) => {
    for (const root of ['', '/courtlistener']) {
      const { rows } = await source.query(
        `SELECT min(cluster_id)::int AS id FROM opinions WHERE author_id IS NOT NULL`
      )
      const target = readTarget(`${SERVER}${root}/api/rest/v4/clusters/${rows[0].id}/`)
      const upstream = connect(target.server)
      const api = await mirrors.apis.read(upstream, [])
      const { connection } = scratch
      const { storage } = files
      const given = { api, upstream, connection, storage, filesUrl: null }
      const counts = await pullRecord(target, given)
      assert.equal(counts.get('clusters'), 1)
      assert.equal(await count('SELECT count(*) FROM opinion_clusters'), 1)
      assert.isAbove(await count('SELECT count(*) FROM opinions'), 0)
      assert.isAbove(await count('SELECT count(*) FROM people'), 0)
    }
  }).timeout(LIMIT)
})
