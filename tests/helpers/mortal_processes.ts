/**
 * Server and worker with a shared data folder, to be killed with `kill -9` at
 * random times, and a database connection that outlives them.
 */
import { rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { EmbeddedCluster } from '#app/database/embedded_cluster'
import { freePort, makeTemporaryFolder } from './environment.js'
import { copyEmptyFolder } from './made_folder.js'
import { postmaster, ROOT, ServerProcess } from './server_process.js'

/** Number of kills per test. 50 take a few minutes. */
export const crashesOr = (standard: number) => Number(process.env.CURIA_TEST_CRASHES ?? standard)

/** Milliseconds for PostgreSQL to recover on a busy machine. */
const BACK_WITHIN = 300_000

type Name = 'server' | 'worker'

export class MortalProcesses {
  readonly #cluster: EmbeddedCluster
  #client: pg.Client | undefined

  private constructor(
    /** Settings of both processes. */
    readonly environment: Record<string, string>,
    readonly root: string,
    readonly running: Record<Name, ServerProcess>,
    cluster: EmbeddedCluster
  ) {
    this.#cluster = cluster
  }

  /**
   * Starts both in a new folder, without the sample.
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
    // Other sources have other tables.
    if (root === ROOT && !settings.DATA_DIR) await copyEmptyFolder(environment.DATA_DIR)
    const server = await STARTS.server(environment, root)
    const cluster = new EmbeddedCluster({ dataDir: environment.DATA_DIR })
    await cluster.start()
    const worker = await STARTS.worker(environment, root)
    return new MortalProcesses(environment, root, { server, worker }, cluster)
  }

  get folder(): string {
    return this.environment.DATA_DIR!
  }

  address(path: string): string {
    return `http://127.0.0.1:${this.environment.PORT}${path}`
  }

  async rows(sql: string): Promise<Record<string, any>[]> {
    return (await (await this.#connected()).query(sql)).rows
  }

  /**
   * Kills one after the other, and every third time both, and restarts the killed
   * ones.
   *
   * @param rest maximum milliseconds before the next kill
   * @param underLoad resolves when there is work to interrupt
   */
  async killInTurns(
    times: number,
    rest: number,
    underLoad: () => Promise<void> = async () => {}
  ): Promise<void> {
    for (let time = 0; time < times; time++) {
      await underLoad()
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

  /**
   * Kills the postmaster repeatedly. The processes restart it.
   *
   * @param underLoad resolves when enough work was done since the last kill
   * @param rest maximum milliseconds until the next kill
   */
  async killDatabase(
    times: number,
    { underLoad, rest }: { underLoad: () => Promise<void>; rest: number }
  ): Promise<void> {
    for (let time = 0; time < times; time++) {
      await underLoad()
      await sleep(Math.random() * rest)
      const victim = postmaster(this.#cluster.folder)!
      process.kill(victim, 'SIGKILL')
      const deadline = Date.now() + BACK_WITHIN
      while (postmaster(this.#cluster.folder) === victim || !(await this.#answers())) {
        if (Date.now() > deadline) throw new Error('the database did not restart')
        await sleep(50)
      }
    }
  }

  async #answers(): Promise<boolean> {
    return this.rows('SELECT 1').then(
      () => true,
      () => false
    )
  }

  async #connected(): Promise<pg.Client> {
    if (this.#client) return this.#client
    const client = new pg.Client(this.#cluster.connection())
    client.on('error', () => {})
    client.once('end', () => {
      if (this.#client === client) this.#client = undefined
    })
    await client.connect()
    return (this.#client = client)
  }

  /** Stops all processes and removes the folder. */
  async stop(): Promise<void> {
    await Promise.all(Object.values(this.running).map((running) => running.kill('SIGKILL')))
    await this.#client?.end()
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
