/** The private PostgreSQL after the removal of its server or files. */
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { test } from '@japa/runner'
import pg from 'pg'
import { EmbeddedCluster } from '#app/database/embedded_cluster'
import { makeTemporaryFolder } from '#tests/helpers/environment'
import { isAlive, postmaster } from '#tests/helpers/server_process'

const NO_PROC = 'needs /proc'

test.group('a private PostgreSQL left behind', (group) => {
  let folder: string
  const clusters: EmbeddedCluster[] = []
  group.each.setup(() => {
    folder = makeTemporaryFolder()
    return async () => {
      for (const cluster of clusters.splice(0)) await cluster.stop()
      rmSync(folder, { recursive: true, force: true })
    }
  })
  const start = async (dataDir: string) => {
    mkdirSync(dataDir, { recursive: true, mode: 0o755 })
    const cluster = new EmbeddedCluster({ dataDir })
    clusters.push(cluster)
    await cluster.start()
    return cluster
  }
  const query = async (cluster: EmbeddedCluster, sql: string) => {
    const client = new pg.Client(cluster.connection())
    client.on('error', () => {})
    await client.connect()
    try {
      return (await client.query(sql)).rows[0]
    } finally {
      await client.end().catch(() => {})
    }
  }

  test('starts after its server was killed with an active connection, which it closes', async ({
    assert,
  }) => {
    const first = await start(folder)
    await query(first, 'CREATE TABLE kept AS SELECT 7 AS n')
    const busy = query(
      first,
      'SELECT sum(sqrt(n)) FROM generate_series(1, 10000000000::bigint) AS n'
    ).catch((error: Error) => error)
    let worker: number | undefined
    while (!worker) {
      const row = await query(
        first,
        `SELECT pid FROM pg_stat_activity WHERE state = 'active' AND query LIKE 'SELECT sum(sqrt%'`
      )
      worker = row?.pid
    }
    process.kill(postmaster(first.folder)!, 'SIGKILL')
    await sleep(200)
    assert.isTrue(isAlive(worker))

    const second = await start(folder)
    assert.isFalse(isAlive(worker))
    assert.deepEqual(await query(second, 'SELECT n FROM kept'), { n: 7 })
    assert.instanceOf(await busy, Error)
  }).skip(!existsSync('/proc/self/cwd'), NO_PROC)

  test('several processes start it concurrently after a kill: one launches it, and the others use it', async ({
    assert,
  }) => {
    const first = await start(folder)
    process.kill(postmaster(first.folder)!, 'SIGKILL')
    const others = await Promise.all(Array.from({ length: 5 }, () => start(folder)))

    const one = postmaster(first.folder)!
    assert.isTrue(isAlive(one))
    for (const cluster of others) assert.deepEqual(await query(cluster, 'SELECT 1 AS n'), { n: 1 })
    assert.equal(postmaster(first.folder), one)
    assert.notInclude(
      readFileSync(join(first.folder, '..', 'server.log'), 'utf8'),
      'lock file "postmaster.pid" already exists'
    )
  })

  test('starts in a deleted and recreated folder: the old server releases its socket', async ({
    assert,
  }) => {
    // The path is so long that the socket is elsewhere and isn't deleted with the folder.
    const dataDir = join(folder, 'x'.repeat(100))
    const first = await start(dataDir)
    const old = postmaster(first.folder)!
    rmSync(dataDir, { recursive: true })
    assert.isTrue(isAlive(old))

    const second = await start(dataDir)
    assert.isFalse(isAlive(old))
    assert.notEqual(postmaster(second.folder), old)
    assert.deepEqual(await query(second, 'SELECT 1 AS n'), { n: 1 })
    assert.notInclude(readFileSync(join(second.folder, '..', 'server.log'), 'utf8'), 'PANIC')
  }).skip(!existsSync('/proc/self/cwd'), NO_PROC)
})
