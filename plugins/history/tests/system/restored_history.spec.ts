/** A backup includes the versions of records. */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { test } from '@japa/runner'
import pg from 'pg'
import { EmbeddedCluster } from '#app/database/embedded_cluster'
import { makeTemporaryFolder } from '#tests/helpers/environment'
import { copyMadeFolder } from '#tests/helpers/made_folder'
import { ace, ServerProcess } from '#tests/helpers/server_process'

const HISTORY = '/api/rest/v4/dockets/2001/history/'
const VERSIONS = `SELECT tableoid::regclass::text AS partition, changed_at::text, key, kind, source, old
  FROM record_versions ORDER BY id`

interface Version {
  partition: string
  kind: string
}

test.group('a backup of a server that stores versions', (group) => {
  const folders = { original: makeTemporaryFolder(), restored: makeTemporaryFolder() }
  group.teardown(() => {
    for (const folder of Object.values(folders)) rmSync(folder, { recursive: true, force: true })
  })

  /** Runs a server in a folder, and some work with its database. */
  const serve = async <T>(
    folder: string,
    work: (server: ServerProcess, client: pg.Client) => Promise<T>
  ): Promise<T> => {
    const settings = { HISTORY_DAYS: '30', HISTORY_PUBLIC: 'on', DEMO: 'off' }
    const server = await ServerProcess.start({ DATA_DIR: folder, ...settings })
    const client = new pg.Client(new EmbeddedCluster({ dataDir: folder }).connection())
    try {
      await client.connect()
      return await work(server, client)
    } finally {
      await client.end()
      await server.kill('SIGTERM')
    }
  }

  const read = async (server: ServerProcess, client: pg.Client) => ({
    history: JSON.parse(
      JSON.stringify(await server.json(HISTORY)).replaceAll(server.url(''), '')
    ) as { results: { change: string }[] },
    versions: (await client.query(VERSIONS)).rows as Version[],
  })

  group.setup(() => copyMadeFolder(folders.original))

  test('restores them, in their weekly partitions', async ({ assert }) => {
    const before = await serve(folders.original, async (server, client) => {
      for (const name of ['First', 'Second', 'Third'])
        await client.query('UPDATE dockets SET case_name = $1 WHERE id = 2001', [name])
      await client.query('UPDATE docket_entries SET description = $1 WHERE docket_id = 2001', [''])
      await client.query('DELETE FROM docket_entries WHERE docket_id = 2001')
      // Weeks of earlier changes.
      await client.query(`UPDATE record_versions SET changed_at = changed_at - id % 3 * interval '8 days'
        WHERE table_name = 'docket_entries'`)
      return read(server, client)
    })
    assert.isAbove(before.history.results.length, 2)
    assert.isAbove(before.versions.length, 10)

    const file = join(folders.original, 'one.zip')
    const created = await ace(['backup:create', file], { DATA_DIR: folders.original }).ended
    assert.equal(created.code, 0, created.output)
    const restored = await ace(['backup:restore', file], { DATA_DIR: folders.restored }).ended
    assert.equal(restored.code, 0, restored.output)

    const after = await serve(folders.restored, read)
    // Changes after the backup are lost.
    assert.deepEqual(after.history, { ...before.history, complete: false })
    // The restored server records that versions are missing.
    const kept = after.versions.filter(({ kind }) => kind !== 'skipped')
    const values = ({ partition: _, ...rest }: Version) => rest
    assert.deepEqual(kept.map(values), before.versions.map(values))
    assert.isAbove(new Set(kept.map(({ partition }) => partition)).size, 2)
    for (const { partition } of kept) assert.match(partition, /^record_versions_\d{8}$/)
  })
})
