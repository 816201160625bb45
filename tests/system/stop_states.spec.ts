/**
 * Stops in every state of a server, worker, cluster, and command: all processes
 * end, the database and its locks are released, and the next start succeeds
 * immediately.
 */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { test } from '@japa/runner'
import { EmbeddedCluster } from '#app/database/embedded_cluster'
import { ADVISORY_LOCKS } from '#app/support/advisory_locks'
import { makeTemporaryFolder } from '#tests/helpers/environment'
import {
  ace,
  listChildProcesses,
  isAlive,
  postmaster,
  ServerProcess,
} from '#tests/helpers/server_process'
import { groupOfStops, HAS_PROC, Stage, listProcessTree, type State } from '#tests/helpers/stops'

/** Rows of an import that indexes must include. */
const IMPORTED = 20_000

const head = (lines: string[]) => `${lines.join('\r\n')}\r\n`
const LOCK = (table: string) => `LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`

/** A request for a thousand dockets, which an import, a migration, or a lock may block. */
const LIST = '/api/rest/v4/dockets/'

const STATES: State[] = [
  { name: 'no work', enter: async () => {} },
  {
    name: 'a request whose statement is blocked',
    settings: { STATEMENT_TIMEOUT: '0' },
    enter: async (stage) => {
      await stage.hold(LOCK('dockets'))
      stage.ask(LIST)
      await stage.blocked('dockets')
    },
    named: /request GET \/api\/rest\/v4\/dockets\//,
  },
  {
    name: 'connections without a request',
    enter: (stage) => Promise.all(Array.from({ length: 50 }, () => stage.send(''))),
  },
  {
    name: 'a request head that does not end',
    enter: (stage) => stage.send(head(['GET / HTTP/1.1', 'Host: a'])),
  },
  {
    name: 'an upload that is being received',
    enter: (stage) =>
      stage.send(
        `${head([
          'POST /api/rest/v4/recap/ HTTP/1.1',
          'Host: a',
          'Content-Type: multipart/form-data; boundary=b',
          'Content-Length: 5000000',
          '',
          '--b',
          'Content-Disposition: form-data; name="filepath_local"; filename="a.pdf"',
          'Content-Type: application/pdf',
          '',
        ])}%PDF-1.7 ${'x'.repeat(100_000)}`
      ),
  },
  {
    name: 'a body of JSON that is being received',
    enter: (stage) =>
      stage.send(
        `${head([
          'POST /api/rest/v4/tags/ HTTP/1.1',
          'Host: a',
          'Content-Type: application/json',
          'Content-Length: 50000',
          '',
        ])}{"name": "`
      ),
  },
  {
    name: 'responses that their clients do not read',
    enter: async (stage) => {
      const request = head([
        'GET /api/rest/v4/opinions/?page_size=100 HTTP/1.1',
        'Host: a',
        '',
      ]).repeat(50)
      for (let count = 0; count < 5; count++) (await stage.send(request)).pause()
      await sleep(500)
    },
  },
  {
    name: 'an event stream of a tool client',
    enter: (stage) =>
      stage.send(head(['GET /mcp HTTP/1.1', 'Host: a', 'Accept: text/event-stream', ''])),
  },
  {
    name: 'a job whose statement is blocked',
    enter: async (stage) => {
      await stage.hold(LOCK('mails'))
      await stage.queueJob('curia.prune_mails')
      await stage.blocked('mails')
    },
  },
  {
    name: 'an email for a mail server that does not respond',
    settings: { SMTP_URL: 'smtp://127.0.0.1:SILENT' },
    enter: async (stage) => {
      const [{ id }] = await stage.query(
        `INSERT INTO mails (recipient, subject, message, views)
         VALUES ('ada@example.com', 'Hi', '{"subject": "Hi", "text": "Hi"}', '{}') RETURNING id`
      )
      await stage.queueJob('curia.send_mail', { mail: id })
      while (!(await stage.query(`SELECT FROM mails WHERE claimed_until > now()`)).length)
        await sleep(100)
    },
    named: /job curia\.send_mail/,
  },
  {
    name: 'consumers whose statement is blocked',
    enter: async (stage) => {
      await stage.hold(LOCK('change_cursors'))
      await stage.query(`UPDATE dockets SET date_modified = now()`)
      await stage.blocked('change_cursors')
    },
  },
  {
    name: 'indexes that catch up with an import',
    enter: (stage) =>
      stage.query(
        `INSERT INTO dockets (court_id, source, case_name, slug, docket_number)
         SELECT 'cand', 1, 'Ash v. Beech ' || n, 'ash', '1:26-cv-' || n
         FROM generate_series(1, ${IMPORTED}) n`
      ),
  },
  {
    name: 'indexes that are being rebuilt',
    starting: true,
    before: ({ folder }) => rmSync(join(folder, 'search'), { recursive: true, force: true }),
    enter: async ({ server }) => {
      while (!(await fetch(server.url('/health/live')).catch(() => undefined))) await sleep(50)
    },
  },
  {
    name: 'a start blocked by the migrations of another server',
    starting: true,
    enter: async (stage) => {
      while (!postmaster(new EmbeddedCluster({ dataDir: stage.folder }).folder)) await sleep(20)
      const lock = `SELECT pg_advisory_xact_lock(${ADVISORY_LOCKS.prepareArchive})`
      for (;;) {
        const isHeld = await stage.hold(lock).then(
          () => true,
          () => false
        )
        if (isHeld) break
        await sleep(20)
      }
      await stage.blocked('pg_advisory_lock')
    },
  },
  {
    name: 'a database that has just been killed',
    enter: async ({ folder }) => {
      process.kill(postmaster(new EmbeddedCluster({ dataDir: folder }).folder)!, 'SIGKILL')
    },
  },
  {
    name: 'a trace collector that does not respond',
    settings: { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:SILENT' },
    enter: async ({ server }) => {
      for (let count = 0; count < 20; count++) await fetch(server.url(LIST))
    },
  },
  {
    name: 'two web processes with a request that is blocked',
    settings: { WORKERS: '2', STATEMENT_TIMEOUT: '0' },
    enter: async (stage) => {
      await stage.hold(LOCK('dockets'))
      for (let count = 0; count < 4; count++) stage.ask(LIST)
      await stage.blocked('dockets')
    },
    named: /request GET \/api\/rest\/v4\/dockets\//,
  },
  {
    name: 'two web processes that are being reloaded',
    settings: { WORKERS: '2' },
    enter: async ({ server }) => {
      const before = listChildProcesses(server.pid).length
      process.kill(server.pid, 'SIGHUP')
      while (listChildProcesses(server.pid).length <= before) await sleep(20)
    },
  },
]

groupOfStops('a stop', STATES, (stops) => {
  test('of a worker leaves no process, and the next start succeeds', async ({ assert }) => {
    const stage = new Stage(stops.folder)
    stage.server = await ServerProcess.startWorker(stops.buildProcessSettings())
    stops.started.push(stage.server)
    await stage.hold(LOCK('mails'))
    await stage.queueJob('curia.prune_mails')
    await stage.blocked('mails')
    const pids = listProcessTree(stage.server.pids[0]!)
    const { output } = await stage.server.kill('SIGTERM')
    stops.started.pop()
    await stage.close()
    stops.assertEnded(assert, pids, output)
  })

  test('before the database has written its process ID leaves none running', async ({ assert }) => {
    const server = await ServerProcess.launch(stops.buildProcessSettings())
    stops.started.push(server)
    let database: number | undefined
    while (!database) {
      await sleep(1)
      database = listChildProcesses(server.pid, 'postgres')[0]
    }
    // The database can't write anything until it is continued.
    process.kill(database, 'SIGSTOP')
    const ended = server.kill('SIGTERM')
    await sleep(500)
    process.kill(database, 'SIGCONT')
    const { output } = await ended
    stops.started.pop()
    assert.isFalse(isAlive(database), output)
    stops.assertEnded(assert, [], output)
  })

  test('of `{0}` leaves no process')
    .with([
      ['backup:create', 'dockets'],
      ['search:rebuild', 'dockets'],
    ])
    .run(async ({ assert }, [command, table]) => {
      const stage = new Stage(stops.folder)
      await new EmbeddedCluster({ dataDir: stops.folder }).start()
      await stage.hold(LOCK(table))
      const { process: child, ended } = ace([command], stops.buildProcessSettings())
      await stage.blocked()
      const pids = listProcessTree(child.pid!)
      child.kill('SIGTERM')
      const { code, output } = await ended
      await stage.close()
      assert.equal(code, 143, output)
      stops.assertEnded(assert, pids, output)
    })
})

test.group('a stop during the first start', (group) => {
  let folder: string
  group.tap((one) => void one.skip(!HAS_PROC, 'needs /proc'))
  group.setup(() => {
    folder = makeTemporaryFolder()
    return () => rmSync(folder, { recursive: true, force: true })
  })

  test('during each of its steps leaves no database running, and the next start continues', async ({
    assert,
  }) => {
    for (const step of [
      'creating the database',
      'migrating the database',
      'importing the sample archive',
      'building the search indexes',
    ]) {
      const server = await ServerProcess.launch({ DATA_DIR: folder, DEMO: 'off' })
      while (!server.output.includes(step)) await sleep(5)
      const pids = listProcessTree(server.pids[0]!)
      const { output } = await server.kill('SIGTERM')
      assert.deepEqual(pids.filter(isAlive), [], output)
      assert.isUndefined(postmaster(new EmbeddedCluster({ dataDir: folder }).folder), output)
    }
    const server = await ServerProcess.start({ DATA_DIR: folder, DEMO: 'off' })
    const { results } = await server.json('/api/rest/v4/clusters/')
    assert.isNotEmpty(results)
    const { output } = await server.kill('SIGTERM')
    assert.match(output, /^curia: building the search indexes … \d+\.\d s$/m)
  })
})
