/** A server in a separate process that fetches from the test's simulated courts. */
import { rmSync } from 'node:fs'
import pg from 'pg'
import { EmbeddedCluster } from '#app/database/embedded_cluster'
import { freePort, makeTemporaryFolder } from '#tests/helpers/environment'
import { noteSecrets } from '#tests/helpers/secrets'
import { ace, ServerProcess } from '#tests/helpers/server_process'
import {
  startSimulator,
  type Simulator,
  ACCOUNTS,
  addAccount,
  type SimulatedAccount,
} from '#plugins/demo_courts/simulator/start_simulator'
import { randomUUID } from 'node:crypto'

const COURTS = `INSERT INTO courts (id, position, short_name, full_name, jurisdiction, in_use)
  VALUES ('akd', 1, 'A', 'A', 'FD', true), ('cand', 2, 'C', 'C', 'FD', true) ON CONFLICT DO NOTHING`

export interface SentRequest {
  status: number
  body: Record<string, any>
}

export class FetchingServer {
  /** Credentials that no other test uses. */
  readonly username: string
  readonly password: string

  private constructor(
    readonly environment: Record<string, string>,
    readonly simulator: Simulator,
    readonly cluster: EmbeddedCluster,
    readonly database: pg.Client,
    public process: ServerProcess,
    readonly authorization: string
  ) {
    const { name, password } = makeCourtAccount()
    this.username = name
    this.password = password
  }

  static async start(settings: Record<string, string> = {}): Promise<FetchingServer> {
    const simulator = await startSimulator()
    const folder = makeTemporaryFolder()
    const environment = {
      DATA_DIR: folder,
      PORT: String(await freePort()),
      SAMPLE_ARCHIVE: 'off',
      DEMO: 'off',
      REGISTRY_CONNECT: `127.0.0.1:${simulator.port}`,
      REGISTRY_INTERVAL_MS: '0',
      // Lets tests take heap snapshots.
      NODE_OPTIONS: `--heapsnapshot-signal=SIGUSR2 --diagnostic-dir=${folder}`,
      ...settings,
    }
    const server = await ServerProcess.start(environment)
    const cluster = new EmbeddedCluster({ dataDir: environment.DATA_DIR })
    await cluster.start()
    const database = new pg.Client(cluster.connection())
    database.on('error', () => {})
    await database.connect()
    await database.query(COURTS)
    const { printed } = await ace(['accounts:create', 'ada'], environment).ended
    const token = /Token (\S+)/.exec(printed)![1]!
    noteSecrets('token', [token])
    return new FetchingServer(environment, simulator, cluster, database, server, `Token ${token}`)
  }

  get folder(): string {
    return this.environment.DATA_DIR!
  }

  async restart(): Promise<void> {
    this.process = await ServerProcess.start(this.environment)
  }

  /** @throws errors of `fetch` if the server is unavailable */
  send(body: object, headers: Record<string, string> = {}): Promise<SentRequest> {
    const credentials = { registry_username: this.username, registry_password: this.password }
    return this.post('archive-fetch', { ...credentials, ...body }, headers)
  }

  /** Sends JSON to an endpoint. */
  async post(
    endpoint: string,
    body: object,
    headers: Record<string, string> = {}
  ): Promise<SentRequest> {
    const answer = await fetch(this.process.url(`/api/rest/v4/${endpoint}/`), {
      method: 'POST',
      headers: {
        'authorization': this.authorization,
        'content-type': 'application/json',
        ...headers,
      },
      body: JSON.stringify(body),
    })
    return { status: answer.status, body: (await answer.json()) as Record<string, any> }
  }

  async rows(sql: string): Promise<Record<string, any>[]> {
    return (await this.database.query(sql)).rows
  }

  /** Waits until all requests have ended. */
  async settled(timeout = 90_000): Promise<void> {
    const deadline = Date.now() + timeout
    const open = () => this.rows('SELECT 1 FROM fetch_requests WHERE status IN (1, 4, 5)')
    while ((await open()).length && Date.now() < deadline)
      await new Promise((resolve) => setTimeout(resolve, 200))
  }

  async stop(): Promise<void> {
    await this.process.kill('SIGKILL')
    await this.database.end()
    await this.cluster.stop()
    await this.simulator.close()
    rmSync(this.folder, { recursive: true, force: true })
  }
}

/** Adds an account with unique credentials to the simulated courts. */
export function makeCourtAccount(
  rest: Partial<SimulatedAccount> = {}
): Pick<SimulatedAccount, 'name' | 'password'> {
  const made = {
    ...ACCOUNTS[0]!,
    name: `canary-${randomUUID()}`,
    password: `Pw-${randomUUID()}`,
    ...rest,
  }
  noteSecrets('user name at the court system', [made.name])
  noteSecrets('password', [made.password])
  addAccount(made)
  return made
}
