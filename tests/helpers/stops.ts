/** Stops servers in prepared states. */
import { existsSync, rmSync } from 'node:fs'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { test } from '@japa/runner'
import pg from 'pg'
import { EmbeddedCluster } from '#app/database/embedded_cluster'
import { livePostmaster } from '#app/database/postmaster'
import { makeTemporaryFolder } from './environment.js'
import { copyMadeFolder } from './made_folder.js'
import { ace, listChildProcesses, isAlive, postmaster, ServerProcess } from './server_process.js'

export const HAS_PROC = existsSync('/proc/self/stat')

/** A running server and the data of its state. */
export class Stage {
  readonly #clients: pg.Client[] = []
  readonly #sockets: Socket[] = []
  #client: pg.Client | undefined
  server!: ServerProcess

  /** @param silentPort of a server that accepts connections and never responds */
  constructor(
    readonly folder: string,
    readonly silentPort = 0
  ) {}

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

  /** Takes a lock that is held until the database ends the connection. */
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

  /** Queues a job, as any process may. */
  async queueJob(name: string, data = {}): Promise<void> {
    await this.query('INSERT INTO jobs.job (name, data) VALUES ($1, $2)', [name, data])
  }

  /** Waits until a process runs a job. */
  async working(name: string): Promise<void> {
    const sql = `SELECT FROM jobs.job WHERE name = $1 AND state = 'active'`
    while (!(await this.query(sql, [name])).length) await sleep(50)
  }

  /** Creates an account. @returns the value of its `Authorization` header */
  async account(name: string): Promise<string> {
    const { output } = await ace(['accounts:create', name], { DATA_DIR: this.folder }).ended
    const [, authorization] = /Authorization: (Token \w+)/.exec(output) ?? []
    if (!authorization) throw new Error(output)
    return authorization
  }

  /** Sends JSON as an account. @throws when it is rejected */
  async post(path: string, authorization: string, body: object): Promise<any> {
    const response = await fetch(this.server.url(path), {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`)
    return text && JSON.parse(text)
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

  /** Sends a request without waiting for its response. */
  ask(path: string): void {
    fetch(this.server.url(path)).catch(() => {})
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy()
    for (const client of this.#clients) await client.end().catch(() => {})
  }
}

export interface State {
  name: string
  /**
   * `SILENT` in values is replaced by the port of a server that accepts connections
   * and never responds.
   */
  settings?: NodeJS.ProcessEnv
  /** Whether the state occurs during startup, which isn't awaited then. */
  starting?: boolean
  /** Runs before the start, without the database. */
  before?: (stage: Stage) => void
  enter: (stage: Stage) => Promise<unknown>
  /** Runs after the stop. */
  leave?: () => void
  /** Name of the unfinished work in the log. */
  named?: RegExp
}

/** A process and its descendants, without the database, which is a separate process. */
export function listProcessTree(pid: number): number[] {
  return [pid, ...listChildProcesses(pid).flatMap(listProcessTree)].filter((each) => isAlive(each))
}

/** Shared by the tests of a group. */
export interface Stops {
  folder: string
  /** Processes that end with the test in any case. */
  started: ServerProcess[]
  /** Process settings of a state. */
  buildProcessSettings: (settings?: NodeJS.ProcessEnv) => NodeJS.ProcessEnv
  /** Checks that none of the processes and no database is left. */
  assertEnded: (assert: any, pids: number[], output: string) => void
}

/**
 * Creates a group of tests, each of which stops a server in one state. They share one data
 * folder, so each start also checks the start after the previous stop.
 *
 * @param more tests of the same group
 */
export function groupOfStops(
  name: string,
  states: State[],
  more: (stops: Stops) => void = () => {}
): void {
  test.group(name, (group) => {
    const silent = createServer(() => {})
    const cluster = () => new EmbeddedCluster({ dataDir: stops.folder }).folder
    const stops: Stops = {
      folder: '',
      started: [],
      buildProcessSettings: (settings = {}) => {
        const { port } = silent.address() as AddressInfo
        const all = { ...settings, DATA_DIR: stops.folder, SAMPLE_ARCHIVE: 'off' }
        return Object.fromEntries(
          Object.entries(all).map(([key, value]) => [key, value?.replace('SILENT', String(port))])
        )
      },
      assertEnded: (assert, pids, output) => {
        assert.deepEqual(pids.filter(isAlive), [], output)
        assert.isUndefined(livePostmaster(cluster()), output)
      },
    }

    group.tap((one) => void one.skip(!HAS_PROC, 'needs /proc'))
    group.setup(async () => {
      stops.folder = makeTemporaryFolder()
      await copyMadeFolder(stops.folder)
      silent.listen(0, '127.0.0.1')
      await new Promise((resolve) => silent.once('listening', resolve))
      return () => {
        silent.close()
        rmSync(stops.folder, { recursive: true, force: true })
      }
    })
    group.each.teardown(async () => {
      for (const server of stops.started.splice(0)) await server.kill('SIGKILL')
      const left = postmaster(cluster())
      if (left && isAlive(left)) process.kill(left, 'SIGKILL')
    })

    if (states.length)
      test('in the state "{name}" leaves no process, and the next start works')
        .with(states)
        .run(async ({ assert }, state) => {
          const { port } = silent.address() as AddressInfo
          const stage = new Stage(stops.folder, port)
          state.before?.(stage)
          const settings = stops.buildProcessSettings(state.settings)
          stage.server = state.starting
            ? await ServerProcess.launch(settings)
            : await ServerProcess.start(settings)
          stops.started.push(stage.server)
          await state.enter(stage)
          const pids = listProcessTree(stage.server.pids[0]!)
          const { output } = await stage.server.kill('SIGTERM')
          stops.started.pop()
          await stage.close()
          state.leave?.()
          stops.assertEnded(assert, pids, output)
          if (state.named) assert.match(output, state.named)
        })

    more(stops)

    test('the server starts and responds after all stops', async ({ assert }) => {
      const server = await ServerProcess.start({ DATA_DIR: stops.folder })
      stops.started.push(server)
      assert.equal((await fetch(server.url('/api/rest/v4/dockets/'))).status, 200)
      const { code } = await server.kill('SIGTERM')
      stops.started.pop()
      assert.equal(code, 0)
    })
  })
}
