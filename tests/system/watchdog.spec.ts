/**
 * Processes with a blocked event loop: their stack is logged, and they are
 * replaced, in all processes started by `npm start`, `npm run start:cluster`, and
 * `npm run worker`.
 */
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { test } from '@japa/runner'
import pg from 'pg'
import { EmbeddedCluster } from '#app/database/embedded_cluster'
import { makeTemporaryFolder } from '#tests/helpers/environment'
import { insertAccount } from '#tests/helpers/limited_account'
import { copyMadeFolder } from '#tests/helpers/made_folder'
import {
  listChildProcesses,
  isAlive,
  postmaster,
  ServerProcess,
} from '#tests/helpers/server_process'

const BLOCKS = fileURLToPath(new URL('../helpers/block_event_loop.js', import.meta.url))
const HAS_PROC = existsSync('/proc/self/stat')

/** Ways to block, and the function in the stack. Native code has none. */
const WAYS: [way: string, named: RegExp][] = [
  ['loop', /at WAYS\.loop|endlessLoop/],
  ['microtasks', /endlessMicrotasks/],
  ['regex', /RegExp\.test.*catastrophicExpression/],
  ['json', /hugeSerialization/],
  ['crypto', /native function/],
  ['wait', /Atomics\.wait.*endlessWait/],
]

test.group('a blocked event loop', (group) => {
  let folder: string
  const servers: ServerProcess[] = []

  group.tap((one) => void one.skip(!HAS_PROC, 'needs /proc'))
  group.each.setup(async () => {
    folder = makeTemporaryFolder()
    await copyMadeFolder(folder)
    return async () => {
      for (const server of servers.splice(0).toReversed()) await server.kill('SIGTERM')
      rmSync(folder, { recursive: true, force: true })
    }
  })

  const settings = (way: string) => {
    block(way)
    return {
      DATA_DIR: folder,
      BLOCK: join(folder, 'block'),
      NODE_OPTIONS: `--import=${BLOCKS}`,
      WATCHDOG_TIMEOUT: '3',
    }
  }
  const block = (way: string) => writeFileSync(join(folder, 'block'), way)
  const keep = (server: ServerProcess) => {
    servers.push(server)
    return server
  }

  /** Stack of a process in the log. */
  const stackOf = (server: ServerProcess, pid: number): string => {
    const line = server.output.split('\n').find((text) => text.includes(`"pid":${pid}`))!
    const { stack, msg } = JSON.parse(line) as { stack: string | string[]; msg: string }
    return [msg, stack].flat().join(' ')
  }

  const ended = async (pid: number) => {
    while (isAlive(pid)) await sleep(20)
  }

  /** Waits until the server responds again. */
  const answers = async (server: ServerProcess, path = '/health/live') => {
    while (!(await fetch(server.url(path)).catch(() => undefined))?.ok) await sleep(50)
  }

  test('is reported with its stack, without losing an acknowledged write', async ({ assert }) => {
    const server = keep(await ServerProcess.start(settings('')))
    const { folder: cluster } = new EmbeddedCluster({ dataDir: folder })
    const database = postmaster(cluster)
    const token = await insertAccount(folder, 1_000)
    const headers = { 'authorization': `Token ${token}`, 'content-type': 'application/json' }
    const url = server.url('/api/rest/v4/tags/')
    for (const [way, named] of WAYS) {
      block(way)
      const body = JSON.stringify({ name: way })
      assert.equal((await fetch(url, { method: 'POST', headers, body })).status, 201)
      const { pid } = server
      process.kill(pid, 'SIGUSR2')
      await ended(pid)
      await answers(server)
      assert.notEqual(server.pid, pid)
      assert.match(stackOf(server, pid), /the event loop was blocked for .* is replaced/)
      assert.match(stackOf(server, pid), named, way)
      assert.equal(postmaster(cluster), database)
    }
    const list = await (await fetch(`${url}?order_by=id`, { headers })).json()
    const names = (list as { results: { name: string }[] }).results.map(({ name }) => name)
    assert.includeMembers(
      names,
      WAYS.map(([way]) => way)
    )
    assert.include(server.output, 'stopped responding and was killed; a new one starts now.')
  })

  test('replaces a web process and the background process of a cluster, while the others respond', async ({
    assert,
  }) => {
    const server = keep(
      await ServerProcess.start({ ...settings('loop'), WORKERS: '2', JOBS: 'inline' })
    )
    for (const script of ['server.js', 'worker.js']) {
      const before = listChildProcesses(server.pid, script)
      const [victim] = before
      process.kill(victim!, 'SIGUSR2')
      await ended(victim!)
      assert.match(stackOf(server, victim!), /endlessLoop|WAYS\.loop/)
      await answers(server)
      while (listChildProcesses(server.pid, script).length < before.length) await sleep(50)
      assert.notInclude(listChildProcesses(server.pid, script), victim)
    }
    assert.lengthOf(
      server.output.match(/stopped responding and was killed; a new one starts now\./g)!,
      2
    )
  })

  test('replaces a worker, which runs jobs again', async ({ assert }) => {
    const server = keep(await ServerProcess.start({ ...settings('loop'), JOBS: 'off' }))
    const worker = keep(
      await ServerProcess.startWorker({ ...settings('loop'), PORT: String(server.port) })
    )
    const { pid } = worker
    process.kill(pid, 'SIGUSR2')
    await ended(pid)
    assert.match(stackOf(worker, pid), /endlessLoop|WAYS\.loop/)
    while (worker.output.split('Curia worker is ready').length < 3) await sleep(50)
    const client = new pg.Client(new EmbeddedCluster({ dataDir: folder }).connection())
    await client.connect()
    const { rows } = await client.query(
      `SELECT FROM pg_stat_activity WHERE application_name LIKE 'curia job runner %'`
    )
    await client.end()
    assert.isNotEmpty(rows)
  })

  test('a stop during the block leaves no database or process running', async ({ assert }) => {
    const server = await ServerProcess.start({ ...settings('loop'), WATCHDOG_TIMEOUT: '0' })
    const { folder: cluster } = new EmbeddedCluster({ dataDir: folder })
    const { pid } = server
    process.kill(pid, 'SIGUSR2')
    while (await fetch(server.url('/health/live'), quick()).catch(() => undefined)) await sleep(50)
    await server.kill('SIGTERM')
    assert.isFalse(isAlive(pid))
    assert.isUndefined(postmaster(cluster))
    const next = keep(await ServerProcess.start({ DATA_DIR: folder }))
    await answers(next)
  })

  test('a process stopped by SIGSTOP for longer than the limit continues', async ({ assert }) => {
    const server = keep(await ServerProcess.start(settings('loop')))
    const { pid } = server
    for (let times = 0; times < 2; times++) {
      process.kill(pid, 'SIGSTOP')
      await sleep(5_000)
      process.kill(pid, 'SIGCONT')
      await answers(server)
    }
    assert.equal(server.pid, pid)
    assert.notInclude(server.output, 'the event loop was blocked')
  })
})

const quick = () => ({ signal: AbortSignal.timeout(1_000) })
