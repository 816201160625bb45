/**
 * Server and worker under load, killed with `kill -9` at moments nobody
 * chose: no committed event is lost, and doing it again changes nothing.
 * CURIA_TEST_CRASHES says how often; 50 take some minutes.
 */
import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { test } from '@japa/runner'
import pg from 'pg'
import { EmbeddedCluster } from '#app/database/embedded_cluster'
import { freePort, makeTemporaryFolder } from '#tests/helpers/environment'
import { copyTree, ROOT, ServerProcess } from '#tests/helpers/server_process'

const CRASHES = Number(process.env.CURIA_TEST_CRASHES ?? 5)
const CLIENTS = 4
/** Milliseconds for what was left in the air to be noticed and done again. */
const PATIENCE = 90_000

test.group('jobs and kill -9', (group) => {
  let root: string
  let folder: string
  let port: string
  let cluster: EmbeddedCluster
  let client: pg.Client
  const processes: Partial<Record<'server' | 'worker', ServerProcess>> = {}

  const start = {
    server: () => ServerProcess.start(environment(), root),
    worker: () => ServerProcess.startWorker(environment(), root),
  }
  const environment = () => ({
    DATA_DIR: folder,
    PORT: port,
    SAMPLE_ARCHIVE: 'off',
    DEMO: 'off',
    CRASH_PROBE: 'on',
  })
  const count = async (sql: string) => Number((await client.query(sql)).rows[0].count)

  group.setup(async () => {
    root = makeTemporaryFolder()
    folder = makeTemporaryFolder()
    port = String(await freePort())
    copyTree(root)
    cpSync(join(ROOT, 'tests/fixtures/crash_probe'), join(root, 'plugins/crash_probe'), {
      recursive: true,
    })
    processes.server = await start.server()
    processes.worker = await start.worker()
    cluster = new EmbeddedCluster({ dataDir: folder })
    await cluster.start()
    client = new pg.Client(cluster.connection())
    // The database ends with the last process.
    client.on('error', () => {})
    await client.connect()
    return async () => {
      await Promise.all(Object.values(processes).map((running) => running.kill('SIGKILL')))
      await client.end()
      await cluster.stop()
      for (const path of [root, folder]) rmSync(path, { recursive: true, force: true })
    }
  })

  test('no committed event is lost', async ({ assert }) => {
    const acknowledged: number[] = []
    let loading = true
    const load = Array.from({ length: CLIENTS }, async () => {
      while (loading) {
        try {
          const response = await fetch(`http://127.0.0.1:${port}/crash-probe/`, { method: 'POST' })
          if (response.ok) acknowledged.push(((await response.json()) as { id: number }).id)
        } catch {
          await sleep(50)
        }
        await sleep(15)
      }
    })
    for (let crash = 0; crash < CRASHES; crash++) {
      await sleep(Math.random() * 600)
      const victims =
        crash % 3 === 2
          ? (['server', 'worker'] as const)
          : ([crash % 2 ? 'worker' : 'server'] as const)
      await Promise.all(victims.map((name) => processes[name]!.kill('SIGKILL')))
      await Promise.all(victims.map(async (name) => (processes[name] = await start[name]())))
    }
    loading = false
    await Promise.all(load)

    const open = `SELECT count(*) FROM probe_events e
                  WHERE NOT EXISTS (SELECT 1 FROM probe_effects WHERE event_id = e.id)
                     OR NOT EXISTS (SELECT 1 FROM probe_copies c WHERE c.id = e.id)`
    const deadline = Date.now() + PATIENCE
    while ((await count(open)) && Date.now() < deadline) await sleep(200)
    const outcome = {
      open: await count(open),
      // What was rolled back was heard by nobody.
      invented: await count(
        `SELECT count(*) FROM probe_effects WHERE event_id NOT IN (SELECT id FROM probe_events)`
      ),
      unkept: await count(
        `SELECT count(*) FROM unnest('{${acknowledged}}'::bigint[]) AS id
         WHERE id NOT IN (SELECT id FROM probe_events)`
      ),
      dead: await count(`SELECT count(*) FROM jobs.job WHERE state = 'failed'`),
    }
    assert.deepEqual(outcome, { open: 0, invented: 0, unkept: 0, dead: 0 })
    assert.isAbove(acknowledged.length, 20 * CRASHES)
    // Some were in the air when their process died.
    assert.isAbove(await count('SELECT count(*) FROM jobs.job WHERE retry_count > 0'), 0)
  }).timeout(120_000 + CRASHES * 15_000)

  test('SIGTERM ends both at once, and leaves nothing running', async ({ assert }) => {
    for (const name of ['worker', 'server'] as const) {
      const { code, output } = await processes[name]!.kill('SIGTERM')
      assert.equal(code, 0, output)
    }
  })
})
