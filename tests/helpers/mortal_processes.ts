/**
 * Server and worker on one data folder, to be killed with `kill -9` at moments
 * nobody chose, and a connection to their database that outlives them.
 */
import { rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { EmbeddedCluster } from '#app/database/embedded_cluster'
import { freePort, makeTemporaryFolder } from './environment.js'
import { ROOT, ServerProcess } from './server_process.js'

/** How often tests kill; 50 take some minutes. */
export const crashesOr = (standard: number) => Number(process.env.CURIA_TEST_CRASHES ?? standard)

type Name = 'server' | 'worker'

export class MortalProcesses {
  readonly #cluster: EmbeddedCluster
  readonly #client: pg.Client

  private constructor(
    /** Settings both start with. */
    readonly environment: Record<string, string>,
    readonly root: string,
    readonly running: Record<Name, ServerProcess>,
    cluster: EmbeddedCluster,
    client: pg.Client
  ) {
    this.#cluster = cluster
    this.#client = client
  }

  /**
   * Starts both in a folder of their own, without the sample.
   *
   * @param root of the sources
   */
  static async start(settings: Record<string, string>, root = ROOT): Promise<MortalProcesses> {
    const environment = {
      DATA_DIR: makeTemporaryFolder(),
      PORT: String(await freePort()),
      SAMPLE_ARCHIVE: 'off',
      DEMO: 'off',
      ...settings,
    }
    const server = await STARTS.server(environment, root)
    const cluster = new EmbeddedCluster({ dataDir: environment.DATA_DIR })
    await cluster.start()
    const client = new pg.Client(cluster.connection())
    // The database ends with the last process.
    client.on('error', () => {})
    await client.connect()
    const worker = await STARTS.worker(environment, root)
    return new MortalProcesses(environment, root, { server, worker }, cluster, client)
  }

  get folder(): string {
    return this.environment.DATA_DIR!
  }

  address(path: string): string {
    return `http://127.0.0.1:${this.environment.PORT}${path}`
  }

  async rows(sql: string): Promise<Record<string, any>[]> {
    return (await this.#client.query(sql)).rows
  }

  /**
   * Kills one after the other, and both together each third time, and starts
   * again what was killed.
   *
   * @param rest milliseconds they live at most before the next is killed
   */
  async killInTurns(times: number, rest: number): Promise<void> {
    for (let time = 0; time < times; time++) {
      await sleep(Math.random() * rest)
      const victims: Name[] =
        time % 3 === 2 ? ['server', 'worker'] : [time % 2 ? 'worker' : 'server']
      await Promise.all(victims.map((name) => this.running[name].kill('SIGKILL')))
      await Promise.all(
        victims.map(async (name) => {
          this.running[name] = await STARTS[name](this.environment, this.root)
        })
      )
    }
  }

  /** Ends all, and takes the folder away. */
  async stop(): Promise<void> {
    await Promise.all(Object.values(this.running).map((running) => running.kill('SIGKILL')))
    await this.#client.end()
    await this.#cluster.stop()
    rmSync(this.folder, { recursive: true, force: true })
  }
}

const STARTS = {
  server: (environment: Record<string, string>, root: string) =>
    ServerProcess.start(environment, root),
  worker: (environment: Record<string, string>, root: string) =>
    ServerProcess.startWorker(environment, root),
} satisfies Record<Name, unknown>
