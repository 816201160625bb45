/** A second server mirrors the first one: its copy, its changes, and interruptions on both sides. */
import { hash } from 'node:crypto'
import { rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { test } from '@japa/runner'
import pg from 'pg'
import { EmbeddedCluster } from '#app/database/embedded_cluster'
import { makeTemporaryFolder } from '#tests/helpers/environment'
import { copyEmptyFolder, copyMadeFolder } from '#tests/helpers/made_folder'
import { noteSecrets } from '#tests/helpers/secrets'
import { ace, ServerProcess } from '#tests/helpers/server_process'

/** Resources whose records are compared. */
const RESOURCES = [
  'courts',
  'people',
  'schools',
  'positions',
  'educations',
  'dockets',
  'originating-court-information',
  'bankruptcy-information',
  'clusters',
  'opinions',
  'opinions-cited',
  'docket-entries',
  'archive-documents',
  'parties',
  'attorneys',
  'audio',
  'financial-disclosures',
  'gifts',
]
/** Tables of resources with marks of sample records. */
const MARKED = [
  'archive_documents',
  'attorneys',
  'audio',
  'docket_entries',
  'dockets',
  'financial_disclosures',
  'opinion_clusters',
  'opinions',
  'parties',
  'people',
]
const LIMIT = 600_000

test.group('mirror of another server', (group) => {
  const folders = { upstream: makeTemporaryFolder(), mirror: makeTemporaryFolder() }
  const settings = { DEMO: 'off', CITATIONS_LINKING: 'off' }
  let upstream: ServerProcess
  let mirror: ServerProcess
  let source: pg.Client
  const environment = {
    ...settings,
    DATA_DIR: folders.mirror,
    SAMPLE_ARCHIVE: 'off',
  }

  const startUpstream = () =>
    ServerProcess.start({
      ...settings,
      DATA_DIR: folders.upstream,
      ...(upstream && { PORT: String(upstream.port) }),
    })

  const connect = async (folder = folders.upstream) => {
    const client = new pg.Client(new EmbeddedCluster({ dataDir: folder }).connection())
    client.on('error', () => {})
    await client.connect()
    return client
  }

  const query = async (folder: string, sql: string): Promise<any[]> => {
    const client = await connect(folder)
    try {
      return (await client.query(sql)).rows
    } finally {
      await client.end()
    }
  }

  group.setup(async () => {
    await copyMadeFolder(folders.upstream)
    await copyEmptyFolder(folders.mirror)
    upstream = await startUpstream()
    source = await connect()
    mirror = await ServerProcess.start(environment)
    return async () => {
      await source.end()
      await mirror.kill('SIGTERM')
      await upstream.kill('SIGTERM')
      for (const folder of Object.values(folders)) rmSync(folder, { recursive: true, force: true })
    }
  })

  /** Records of a server by ID, with paths instead of URLs. */
  async function records(server: ServerProcess, resource: string): Promise<Map<string, object>> {
    const found = new Map<string, object>()
    let next: string | null = server.url(`/api/rest/v4/${resource}/`)
    while (next) {
      const response: Response = await fetch(next)
      const page = (await response.json()) as { next: string | null; results: { id: unknown }[] }
      for (const record of page.results)
        found.set(
          String(record.id),
          JSON.parse(JSON.stringify(record).replaceAll(server.url(''), '')) as object
        )
      ;({ next } = page)
    }
    return found
  }

  const differences = async () => {
    const found: string[] = []
    let count = 0
    for (const resource of RESOURCES) {
      const [ours, theirs] = [await records(mirror, resource), await records(upstream, resource)]
      for (const key of new Set([...ours.keys(), ...theirs.keys()])) {
        const names = differingNames(ours.get(key), theirs.get(key))
        if (names.length) found.push(`${resource} ${key}: ${names.join()}`)
        else count++
      }
    }
    return { found, count }
  }

  test('rejects an archive whose local IDs are in use upstream', async ({ assert }) => {
    await source.query(
      `INSERT INTO parties (id, name, extra_info) VALUES (1900000005, 'Local', '')`
    )
    const { code, output } = await ace(['mirror:add', upstream.url('')], environment).ended
    assert.equal(code, 1)
    assert.match(output, /IDs up to 1900000005.*start at 1900000000.*LOCAL_IDS_FROM=2900000000/s)
    await source.query('DELETE FROM parties WHERE id = 1900000005')
    const unknown = await ace(['mirror:add', upstream.url(''), '--resource=tags'], environment)
      .ended
    assert.match(unknown.output, /"tags" can't be mirrored/)
    const none = await ace(['mirror:run', '--once'], environment).ended
    assert.match(none.output, /no mirrors/)
  }).timeout(LIMIT)

  test('copies the archive, even if it is killed during the copy', async ({ assert }) => {
    const account = ace(['accounts:create', 'mirror', '--email=mirror@example.org'], {
      ...settings,
      DATA_DIR: folders.upstream,
    })
    account.process.stdin?.end()
    const token = /Token (\w+)/.exec((await account.ended).output)![1]!
    noteSecrets('token', [token])
    const wrong = ['mirror:add', upstream.url('/'), `--token=${'0'.repeat(40)}`]
    assert.match((await ace(wrong, environment).ended).output, /returned 401/)
    const added = await ace(
      ['mirror:add', upstream.url('/'), `--token=${token}`, '--files'],
      environment
    ).ended
    assert.equal(added.code, 0, added.output)
    assert.notInclude(added.output, token)
    const [{ token: stored }] = await query(folders.mirror, 'SELECT token FROM mirrors')
    assert.isAbove(stored.length, 40)
    assert.notInclude(stored, token)
    assert.match(added.output, /mirrors .*courts.*dockets/)
    const again = await ace(['mirror:add', upstream.url('')], environment).ended
    assert.match(again.output, /is already mirrored/)
    const first = ace(['mirror:run', '--once'], environment)
    await first.until('copied dockets')
    first.process.kill('SIGKILL')
    await first.ended
    const { code, output } = await ace(['mirror:run', '--once'], environment).ended
    assert.equal(code, 0, output)
    assert.notInclude(output, 'copied courts')
    const { found, count } = await differences()
    assert.deepEqual(found.slice(0, 5), [])
    assert.isAbove(count, 500)
    const status = await ace(['mirror:status'], environment).ended
    assert.include(status.output, upstream.url(''))
    const marks = `SELECT table_name, count(*)::int AS count, md5(string_agg(id || ' ' || invented, ',' ORDER BY id))
      FROM sample_records WHERE table_name = ANY ('{${MARKED.join()}}') GROUP BY 1 ORDER BY 1`
    const [ours, theirs] = [await query(folders.mirror, marks), (await source.query(marks)).rows]
    assert.lengthOf(ours, MARKED.length)
    assert.deepEqual(ours, theirs)
    const files = await query(folders.mirror, 'SELECT path, due, error FROM mirror_files')
    assert.isNotEmpty(files)
    for (const { path, due, error } of files) {
      assert.isNull(due, `${path}: ${error}`)
      const [own, other] = await Promise.all(
        [mirror, upstream].map(async (server) => {
          const response = await fetch(server.url(`/storage/${path}`))
          return {
            status: response.status,
            sha1: hash('sha1', new Uint8Array(await response.arrayBuffer())),
          }
        })
      )
      assert.equal(own!.status, 200, path)
      assert.deepEqual(own, other)
    }
    const compared = await ace(['mirror:compare'], environment).ended
    assert.equal(compared.code, 0, compared.output)
    assert.match(compared.output, /│ +dockets +│ +1\d\d +│ +0 +│ +0 +│/)
  }).timeout(LIMIT)

  test('applies changes, and continues after both servers were killed', async ({ assert }) => {
    const running = ace(['mirror:run'], environment)
    const change = async (round: number) => {
      const at = `round ${round}`
      const id = 800_000 + round * 10
      await source.query(`
        UPDATE dockets SET case_name = '${at}' WHERE id = 2001;
        INSERT INTO docket_entries (id, docket_id, entry_number, description) VALUES (${id}, 2001, ${id}, '${at}'), (${id + 1}, 2001, ${id + 1}, 'moves');
        INSERT INTO archive_documents (id, docket_entry_id, document_type, document_number, registry_doc_id, plain_text)
          VALUES (${id}, ${id}, 1, '${id}', '${id}', 'text'), (${id + 1}, ${id + 1}, 1, '${id + 1}', '${id + 1}', 'secret');
        UPDATE archive_documents SET docket_entry_id = ${id} WHERE id = ${id + 1};
        UPDATE archive_documents SET is_sealed = true WHERE id = ${id + 1};
        INSERT INTO parties (id, name, extra_info) VALUES (${id}, 'Ash ${round}', '');
        INSERT INTO party_types (docket_id, party_id, name) VALUES (2001, ${id}, 'Plaintiff');
        INSERT INTO party_types (docket_id, party_id, name) VALUES (2001, ${id}, 'Defendant'), (2001, ${id}, 'Movant');
        INSERT INTO criminal_counts (party_type_id, name, status)
          SELECT id, '${at}', 1 FROM party_types WHERE party_id = ${id} AND name = 'Defendant';
        UPDATE party_types SET party_id = ${id}, name = 'Moved' WHERE party_id = ${id - 10} AND name = 'Defendant' AND ${round} = 3;
        DELETE FROM criminal_counts WHERE name = 'round ${round - 2}';
        DELETE FROM docket_entries WHERE id = ${id - 9};
        DELETE FROM docket_entries WHERE id = (SELECT max(id) FROM docket_entries WHERE docket_id = 2001 AND id < 800000);
        INSERT INTO docket_entries (id, docket_id, description) VALUES (${id + 5}, 2001, 'merged');
        INSERT INTO docket_entry_redirections (id, kept_id) VALUES (${id + 5}, ${id});
        DELETE FROM docket_entries WHERE id = ${id + 5}`)
    }
    await change(1)
    await change(2)
    await upstream.kill('SIGKILL')
    upstream = await startUpstream()
    source = await connect()
    await change(3)
    running.process.kill('SIGKILL')
    await running.ended
    await change(4)
    await mirror.kill('SIGKILL')
    mirror = await ServerProcess.start({ ...environment, PORT: String(mirror.port) })
    const { code, output } = await ace(['mirror:run', '--once'], environment).ended
    assert.equal(code, 0, output)
    const { found } = await differences()
    assert.deepEqual(found.slice(0, 5), [])
    const merged = await fetch(mirror.url('/api/rest/v4/docket-entries/800045/'), {
      redirect: 'manual',
    })
    assert.equal(merged.status, 308)
    assert.match(merged.headers.get('location')!, /\/docket-entries\/800040\/$/)
    // Storing the same records again changes nothing.
    const log = async () => (await mirror.json('/api/rest/v4/changes/')).cursor as string
    const cursor = await log()
    await query(folders.mirror, 'UPDATE mirrors SET cursor = NULL')
    await query(folders.mirror, 'DELETE FROM mirror_copies')
    assert.equal((await ace(['mirror:run', '--once'], environment).ended).code, 0)
    assert.equal(await log(), cursor)
  }).timeout(LIMIT)

  test('runs once at a time, and ends with Ctrl-C', async ({ assert }) => {
    const running = ace(['mirror:run'], environment)
    await source.query(`UPDATE dockets SET case_name = 'Followed' WHERE id = 2001`)
    const isFollowed = async () =>
      (await mirror.json('/api/rest/v4/dockets/2001/')).case_name === 'Followed'
    while (running.process.exitCode === null && !(await isFollowed())) await sleep(50)
    const second = await ace(['mirror:run', '--once'], environment).ended
    assert.match(second.output, /already running/)
    running.process.kill('SIGINT')
    const { code, output } = await running.ended
    assert.equal(code, 130, output)
    assert.match(output, /interrupted; run the same command again/)
  }).timeout(LIMIT)

  test('can be changed and removed; its records remain', async ({ assert }) => {
    const url = upstream.url('')
    const updated = await ace(['mirror:update', url, '--no-files'], environment).ended
    assert.match(updated.output, /updated; start mirror:run again/)
    const mirrors = await query(folders.mirror, 'SELECT files_url FROM mirrors')
    assert.deepEqual(mirrors, [{ files_url: null }])
    const removed = await ace(['mirror:remove', url], environment).ended
    assert.match(removed.output, /removed the mirror/)
    assert.deepEqual(await query(folders.mirror, 'SELECT FROM mirrors'), [])
    assert.equal((await mirror.json('/api/rest/v4/dockets/2001/')).case_name, 'Followed')
  }).timeout(LIMIT)

  test('follows the API of the public service, and pulls one record', async ({ assert }) => {
    const account = ace(['accounts:create', 'second', '--email=second@example.org'], {
      ...settings,
      DATA_DIR: folders.upstream,
    })
    account.process.stdin?.end()
    const token = /Token (\w+)/.exec((await account.ended).output)![1]!
    noteSecrets('token', [token])
    const [{ court }] = await query(
      folders.upstream,
      'SELECT court_id AS court FROM dockets WHERE id = 2001'
    )
    const nameOf = async (id: number) =>
      (await mirror.json(`/api/rest/v4/dockets/${id}/`)).case_name as string
    const added = await ace(
      [
        'mirror:add',
        upstream.url('/courtlistener'),
        `--token=${token}`,
        '--resource=dockets',
        `--filter=court=${court}`,
      ],
      environment
    ).ended
    assert.equal(added.code, 0, added.output)
    await source.query(`UPDATE dockets SET case_name = 'Before the copy' WHERE id = 2001`)
    const first = await ace(['mirror:run', '--once'], environment).ended
    assert.equal(first.code, 0, first.output)
    assert.equal(await nameOf(2001), 'Before the copy')
    await source.query(`UPDATE dockets SET case_name = 'After the copy', date_modified = now() WHERE id = 2001;
      INSERT INTO docket_entries (id, docket_id, description) VALUES (810000, 2001, 'Below it')`)
    const second = await ace(['mirror:run', '--once'], environment).ended
    assert.equal(second.code, 0, second.output)
    assert.notInclude(second.output, 'copied dockets')
    assert.equal(await nameOf(2001), 'After the copy')
    assert.equal((await mirror.json('/api/rest/v4/docket-entries/810000/')).description, 'Below it')
    assert.match((await ace(['mirror:status'], environment).ended).output, /courtlistener/)

    await source.query(`UPDATE dockets SET case_name = 'Pulled' WHERE id = 2002`)
    assert.notEqual(await nameOf(2002), 'Pulled')
    const pulled = await ace(
      ['archive:pull', upstream.url('/docket/2002/x/'), `--token=${token}`],
      environment
    ).ended
    assert.equal(pulled.code, 0, pulled.output)
    assert.match(pulled.output, /pulled 1 dockets/)
    assert.equal(await nameOf(2002), 'Pulled')
  }).timeout(LIMIT)
})

/** The fields of two records that differ, with both values. */
function differingNames(one: object = {}, other: object = {}): string[] {
  const [ours, theirs] = [new Map(Object.entries(one)), new Map(Object.entries(other))]
  return [...new Set([...ours.keys(), ...theirs.keys()])].flatMap((name) => {
    const [a, b] = [ours, theirs].map((record) => JSON.stringify(record.get(name)))
    return a === b ? [] : [`${name} ${a?.slice(0, 100)} ≠ ${b?.slice(0, 100)}`]
  })
}
