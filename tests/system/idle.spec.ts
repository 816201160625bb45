/**
 * A server without requests is idle: activity within half a minute stays below
 * limits that allow for PostgreSQL's own maintenance.
 */
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { test } from '@japa/runner'
import pg from 'pg'
import { EmbeddedCluster } from '#app/database/embedded_cluster'
import { livePostmaster } from '#app/database/postmaster'
import { makeFolderOnDisk } from '#tests/helpers/environment'
import { copyMadeFolder } from '#tests/helpers/made_folder'
import { HAS_PROC } from '#tests/helpers/process_use'
import { finishUpkeep, resourceUse } from '#tests/helpers/resource_use'
import { ServerProcess } from '#tests/helpers/server_process'

/** Milliseconds for work after a start, whose statistics PostgreSQL may report ten seconds late. */
const SETTLED = { atLeast: 15_000, atMost: 90_000, quiet: 12_000 }
const WATCHED = 30_000

/** Limits for all processes in that time, including jobs that run every minute. */
const MAX = { commits: 120, connections: 15, threads: 4, megabytes: 2 }

test.group('an idle server', () => {
  test('{name}: barely commits, connects, starts threads, or writes')
    .with([
      { name: 'one process', web: {}, workers: 0 },
      { name: 'web and worker', web: { JOBS: 'off' }, workers: 1 },
    ])
    .skip(!HAS_PROC, 'needs /proc')
    .run(async ({ assert, cleanup }, { web, workers }) => {
      const folder = makeFolderOnDisk()
      const data = join(folder, 'data')
      mkdirSync(data)
      await copyMadeFolder(data)
      const running = [await ServerProcess.start({ DATA_DIR: data, ...web })]
      cleanup(async () => {
        for (const server of running.toReversed()) await server.kill('SIGTERM')
        rmSync(folder, { recursive: true, force: true })
      })
      for (let worker = 0; worker < workers; worker++)
        running.push(
          await ServerProcess.startWorker({ DATA_DIR: data, PORT: `${running[0]!.port}` })
        )
      const cluster = new EmbeddedCluster({ dataDir: data })
      await sleep(SETTLED.atLeast)
      await settled(cluster.connection())
      await finishUpkeep(cluster.connection())
      await settled(cluster.connection())

      const use = await resourceUse(
        {
          pids: running.flatMap(({ pids }) => pids),
          postmaster: livePostmaster(cluster.folder)!,
          connection: cluster.connection(),
          folder: join(data, 'search'),
        },
        () => sleep(WATCHED)
      )
      assert.isAtMost(use.commits, MAX.commits, 'commits')
      assert.isAtMost(use.connections, MAX.connections, 'connections')
      assert.isAtMost(use.threads, MAX.threads, 'threads')
      assert.isAtMost(use.bytesWritten / 1e6, MAX.megabytes, 'megabytes')
      assert.deepEqual(use.fileEvents, [], 'files of indexes')
    })
})

/** Resolves when few commits are reported. On a busy machine, work after a start takes longer. */
async function settled(connection: pg.ClientConfig): Promise<void> {
  const client = new pg.Client({ ...connection, database: 'postgres' })
  await client.connect()
  const commits = async () => {
    const { rows } = await client.query<{ n: number }>(
      `SELECT sum(xact_commit)::int AS n FROM pg_stat_database WHERE datname <> 'postgres'`
    )
    return rows[0]!.n
  }
  try {
    const end = Date.now() + SETTLED.atMost
    for (let before = await commits(); Date.now() < end;) {
      await sleep(SETTLED.quiet)
      const now = await commits()
      if (now - before <= MAX.commits / 4) return
      before = now
    }
  } finally {
    await client.end()
  }
}
