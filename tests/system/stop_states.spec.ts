/**
 * A stop in every state of a server, worker, cluster and command: it ends, with
 * its processes, its database and its locks, and the next start works at once.
 */
import { existsSync, rmSync } from 'node:fs'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { test } from '@japa/runner'
import pg from 'pg'
import { EmbeddedCluster } from '#app/database/embedded_cluster'
import { livePostmaster } from '#app/database/postmaster_file'
import { ADVISORY_LOCKS } from '#app/support/advisory_locks'
import { makeTemporaryFolder } from '#tests/helpers/environment'
import { copyMadeFolder } from '#tests/helpers/made_folder'
import { ace, childrenOf, isAlive, postmaster, ServerProcess } from '#tests/helpers/server_process'

const HAS_PROC = existsSync('/proc/self/stat')
/** Rows of an import that indexes have to follow. */
const IMPORTED = 20_000

/** A running server and what a state needs of it. */
class Stage {
  readonly #clients: pg.Client[] = []
  readonly #sockets: Socket[] = []
  #client: pg.Client | undefined
  server!: ServerProcess

  constructor(readonly folder: string) {}

  async connect(): Promise<pg.Client> {
    const client = new pg.Client(new EmbeddedCluster({ dataDir: this.folder }).connection())
    client.on('error', () => {})
    await client.connect()
    this.#clients.push(client)
    return client
  }

  async query(sql: string, values: unknown[] = []): Promise<any[]> {
    this.#client ??= await this.connect()
    const { rows } = await this.#client.query(sql, values)
    return rows
  }

  /** Takes a lock that is kept until the database ends the connection. */
  async hold(sql: string): Promise<void> {
    const client = await this.connect()
    await client.query('BEGIN')
    await client.query(sql)
  }

  /** Waits until a statement of another connection waits for a lock. */
  async blocked(text = ''): Promise<void> {
    const sql = `SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE $1 AND pid <> pg_backend_pid()`
    while (!(await this.query(sql, [`%${text}%`])).length) await sleep(100)
  }

  /** Queues a job as any process may. */
  async queueJob(name: string, data = {}): Promise<void> {
    await this.query('INSERT INTO jobs.job (name, data) VALUES ($1, $2)', [name, data])
  }

  /** Opens a connection and sends the beginning of a request. */
  async send(text: string): Promise<Socket> {
    const socket = connect(this.server.port, '127.0.0.1')
    socket.on('error', () => {})
    this.#sockets.push(socket)
    await new Promise((resolve) => socket.once('connect', resolve))
    socket.write(text)
    return socket
  }

  /** A request whose answer no one awaits. */
  ask(path: string): void {
    fetch(this.server.url(path)).catch(() => {})
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy()
    for (const client of this.#clients) await client.end().catch(() => {})
  }
}

interface State {
  name: string
  settings?: NodeJS.ProcessEnv
  /** Whether the state is part of the start: it is not awaited then. */
  starting?: boolean
  /** Before the start; the database does not run. */
  before?: (stage: Stage) => void
  enter: (stage: Stage) => Promise<unknown>
  /** Signals before the stop. */
  signals?: NodeJS.Signals[]
  /** What the log names as unfinished. */
  named?: RegExp
}

const head = (lines: string[]) => `${lines.join('\r\n')}\r\n`
const LOCK = (table: string) => `LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`

/** A request of a thousand dockets, which an import, migration or lock may keep waiting. */
const LIST = '/api/rest/v4/dockets/'

const silent: { server?: Server; port?: number } = {}

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
    name: 'answers that their clients do not read',
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
    name: 'an email for a mail server that does not answer',
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
    name: 'indexes that follow an import',
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
    name: 'a start that waits for the migrations of another server',
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
    name: 'a trace collector that does not answer',
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
    signals: ['SIGHUP'],
    enter: async ({ server }) => {
      const before = childrenOf(server.pid).length
      process.kill(server.pid, 'SIGHUP')
      while (childrenOf(server.pid).length <= before) await sleep(20)
    },
  },
]

/** Processes below one, and itself; not the database, which is a process of its own. */
function treeOf(pid: number): number[] {
  return [pid, ...childrenOf(pid).flatMap(treeOf)].filter((each) => isAlive(each))
}

test.group('a stop', (group) => {
  let folder: string
  const started: ServerProcess[] = []

  group.tap((one) => void one.skip(!HAS_PROC, 'needs /proc'))
  group.setup(async () => {
    folder = makeTemporaryFolder()
    await copyMadeFolder(folder)
    silent.server = createServer(() => {}).listen(0, '127.0.0.1')
    await new Promise((resolve) => silent.server!.once('listening', resolve))
    silent.port = (silent.server.address() as { port: number }).port
    return () => {
      silent.server!.close()
      rmSync(folder, { recursive: true, force: true })
    }
  })
  group.each.teardown(async () => {
    for (const server of started.splice(0)) await server.kill('SIGKILL')
    const left = postmaster(cluster())
    if (left && isAlive(left)) process.kill(left, 'SIGKILL')
  })

  const cluster = () => new EmbeddedCluster({ dataDir: folder }).folder

  const settingsOf = ({ settings = {} }: Pick<State, 'settings'>): NodeJS.ProcessEnv =>
    Object.fromEntries(
      Object.entries({ ...settings, DATA_DIR: folder, SAMPLE_ARCHIVE: 'off' }).map(
        ([name, value]) => [name, value?.replace('SILENT', String(silent.port))]
      )
    )

  const assertEnded = (assert: any, pids: number[], output: string) => {
    assert.deepEqual(pids.filter(isAlive), [], output)
    assert.isUndefined(livePostmaster(cluster()), output)
  }

  // One folder: each start is the next start after the stop before.
  test('in the state "{name}" leaves nothing, and the next start works')
    .with(STATES)
    .run(async ({ assert }, state) => {
      const stage = new Stage(folder)
      state.before?.(stage)
      const settings = settingsOf(state)
      stage.server = state.starting
        ? await ServerProcess.launch(settings)
        : await ServerProcess.start(settings)
      started.push(stage.server)
      await state.enter(stage)
      const pids = treeOf(stage.server.pids[0]!)
      const { output } = await stage.server.kill('SIGTERM')
      started.pop()
      await stage.close()
      assertEnded(assert, pids, output)
      if (state.named) assert.match(output, state.named)
    })

  test('of a worker leaves nothing, and the next start works', async ({ assert }) => {
    const stage = new Stage(folder)
    stage.server = await ServerProcess.startWorker(settingsOf({}))
    started.push(stage.server)
    await stage.hold(LOCK('mails'))
    await stage.queueJob('curia.prune_mails')
    await stage.blocked('mails')
    const pids = treeOf(stage.server.pids[0]!)
    const { output } = await stage.server.kill('SIGTERM')
    started.pop()
    await stage.close()
    assertEnded(assert, pids, output)
  })

  test('of `{0}` leaves nothing')
    .with([
      ['backup:create', 'dockets'],
      ['search:rebuild', 'dockets'],
    ])
    .run(async ({ assert }, [command, table]) => {
      const stage = new Stage(folder)
      await new EmbeddedCluster({ dataDir: folder }).start()
      await stage.hold(LOCK(table))
      const { process: child, ended } = ace([command], settingsOf({}))
      await stage.blocked()
      const pids = treeOf(child.pid!)
      child.kill('SIGTERM')
      const { code, output } = await ended
      await stage.close()
      assert.equal(code, 143, output)
      assertEnded(assert, pids, output)
    })

  test('after all of them the server starts and answers', async ({ assert }) => {
    const server = await ServerProcess.start({ DATA_DIR: folder })
    started.push(server)
    assert.equal((await fetch(server.url(LIST))).status, 200)
    const { code } = await server.kill('SIGTERM')
    started.pop()
    assert.equal(code, 0)
  })
})

test.group('a stop of the first start', (group) => {
  let folder: string
  group.tap((one) => void one.skip(!HAS_PROC, 'needs /proc'))
  group.setup(() => {
    folder = makeTemporaryFolder()
    return () => rmSync(folder, { recursive: true, force: true })
  })

  test('during each of its steps leaves no database, and the next start continues', async ({
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
      const pids = treeOf(server.pids[0]!)
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
