/**
 * The private PostgreSQL of a data folder: created on first use, started detached (Ctrl-C must
 * not reach it before the server has drained), found again after a crash, and stopped by the
 * last process that exits.
 */
import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  closeSync,
  existsSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { STOP_FLUSHES, stopSignal, timeUntil } from '#app/support/process_stop'
import { startStep } from '#app/support/progress_display'
import { StartupError } from '#app/support/startup_error'
import { writeSecret } from '#app/settings/data_dir'
import { ClusterFolders } from './cluster_folders.js'
import { clusterSettings, INITDB_OPTIONS } from './cluster_settings.js'
import { postgresMajor, postgresPrograms } from './postgres_binaries.js'
import {
  terminateOrphanedBackends,
  livePostmaster,
  removePostmasterFile,
  withFileLock,
} from './postmaster.js'
import { databaseUser, type SystemUser } from './system_user.js'

const DATABASE_NAME = 'curia'
const ROLE = 'curia'
/** Names the socket file only: the cluster listens on no TCP port. */
const SOCKET_PORT = 5432
/** Milliseconds without progress after which a start fails. */
const START_DEADLINE = 60_000
/** SQLSTATE while the server starts, recovers, or stops. */
const CANNOT_CONNECT_NOW = '57P03'
const STOPPED = 'stopped while the database started.'
const MAX_LOG_SIZE = 10 * 1024 * 1024

export interface ClusterOptions {
  dataDir: string
  /** Trades safety for speed; for temporary clusters of tests. */
  durable?: boolean
  /** Web processes that share it; 1 by default. */
  processes?: number
  /** Receives messages for the operator, one line each. */
  notice?: (line: string) => void
}

export class EmbeddedCluster {
  readonly #options: ClusterOptions
  readonly #user: SystemUser | undefined
  readonly #folders: ClusterFolders
  #launched: ChildProcess | undefined

  constructor(options: ClusterOptions) {
    this.#options = options
    this.#user = databaseUser()
    this.#folders = new ClusterFolders(options.dataDir, this.#user, options.notice)
  }

  /** Folder with the database files. */
  get folder(): string {
    return this.#folders.cluster
  }

  /** Connection settings; valid after `start` has returned. */
  connection(): { host: string; port: number; user: string; password: string; database: string } {
    return {
      host: this.#folders.sockets,
      port: SOCKET_PORT,
      user: ROLE,
      password: readFileSync(this.#folders.password, 'utf8').trim(),
      database: DATABASE_NAME,
    }
  }

  /**
   * Creates the cluster if necessary and starts it, or finds it running. One
   * process at a time: of two that find no server, the second could mistake the
   * lock file of the newly started server for a stale file and delete it.
   *
   * @throws StartupError if it cannot be created or started, or if this process is stopped in
   *   the meantime
   */
  async start(): Promise<void> {
    this.#folders.prepare()
    await withFileLock(join(this.#folders.home, 'start.lock'), () => this.#startAlone())
  }

  async #startAlone(): Promise<void> {
    if (stopSignal.aborted) throw new StartupError(STOPPED)
    if (!existsSync(this.#folders.cluster))
      await startStep('creating the database', () => this.#create())
    this.#checkVersion()

    const deadline = Date.now() + START_DEADLINE
    for (let attempt = 1; Date.now() < deadline; attempt++) {
      if (!livePostmaster(this.#folders.cluster)) {
        if (attempt > 1) terminateOrphanedBackends(this.#folders.cluster)
        await this.#launch()
      }
      if (await this.#answers()) return
      if (stopSignal.aborted) {
        // It never accepted a connection, so no other process uses it.
        await this.stop()
        throw new StartupError(STOPPED)
      }
    }
    throw new StartupError(`the embedded PostgreSQL did not start; see ${this.#folders.log}.`)
  }

  /**
   * Stops the cluster, waiting until its files are safely on disk. If the
   * process runs out of time while stopping, the cluster recovers from its log
   * at the next start.
   */
  async stop(): Promise<void> {
    const postmaster = this.#postmaster()
    if (!postmaster) return
    // SIGINT requests a fast shutdown: sessions end, data is flushed.
    process.kill(postmaster, 'SIGINT')
    while (this.#postmaster()) {
      // An immediate shutdown. Committed data is in the log.
      if (timeUntil(STOP_FLUSHES) === 0) process.kill(postmaster, 'SIGQUIT')
      await sleep(20)
    }
  }

  /** A server that this process has just launched may not have written its file. */
  #postmaster(): number | undefined {
    const { pid, exitCode, signalCode } = this.#launched ?? { exitCode: 0, signalCode: null }
    const isLaunched = exitCode === null && signalCode === null
    return livePostmaster(this.#folders.cluster) ?? (isLaunched ? pid : undefined)
  }

  /** Created under another name and renamed, so that a crash leaves no partial cluster. */
  async #create(): Promise<void> {
    const { password } = this.#folders
    if (!existsSync(password)) writeSecret(password, `${randomBytes(24).toString('base64url')}\n`)
    this.#folders.giveToDatabaseUser(password)

    const draft = `${this.#folders.cluster}.${process.pid}`
    const { initdb } = postgresPrograms(this.#user)
    const failure = await runProgram(
      initdb,
      [
        '-D',
        draft,
        '-U',
        ROLE,
        `--pwfile=${password}`,
        ...INITDB_OPTIONS,
        ...(this.#options.durable === false ? ['--no-sync'] : []),
      ],
      { ...this.#identity(), cwd: this.#folders.home }
    )
    if (failure !== undefined) {
      rmSync(draft, { recursive: true, force: true })
      const reason = failure.trim().split('\n').filter(Boolean).slice(-2).join(' ')
      throw new StartupError(
        `the database could not be created in ${this.#folders.home}: ${reason}`
      )
    }
    try {
      renameSync(draft, this.#folders.cluster)
    } catch (error) {
      rmSync(draft, { recursive: true, force: true })
      if (!existsSync(this.#folders.cluster)) throw error
    }
  }

  #checkVersion(): void {
    const made = readFileSync(join(this.#folders.cluster, 'PG_VERSION'), 'utf8').trim()
    const brought = postgresMajor()
    if (made !== brought) {
      throw new StartupError(
        `${this.#folders.cluster} was created by PostgreSQL ${made}; this version of Curia includes ${brought}. Upgrade it with pg_upgrade or start with a new DATA_DIR.`
      )
    }
  }

  async #launch(): Promise<void> {
    removePostmasterFile(this.#folders.cluster)
    const log = this.#folders.log
    if (existsSync(log) && statSync(log).size > MAX_LOG_SIZE) truncateSync(log)
    const output = openSync(log, 'a', 0o600)
    const settings = clusterSettings({
      sockets: this.#folders.sockets,
      durable: this.#options.durable ?? true,
      processes: this.#options.processes ?? 1,
    })
    const child = spawn(
      postgresPrograms(this.#user).postgres,
      [
        '-D',
        this.#folders.cluster,
        '-p',
        String(SOCKET_PORT),
        ...settings.flatMap((setting) => ['-c', setting]),
      ],
      {
        ...this.#identity(),
        cwd: this.#folders.home,
        detached: true,
        stdio: ['ignore', output, output],
      }
    )
    closeSync(output)
    child.on('error', () => {})
    child.unref()
    this.#launched = child
  }

  /** Waits until the server accepts connections; false if it stopped again or makes no progress. */
  async #answers(): Promise<boolean> {
    const launched = Date.now()
    let deadline = launched + START_DEADLINE
    while (Date.now() < deadline && !stopSignal.aborted) {
      const client = new pg.Client({ ...this.connection(), database: 'postgres' })
      client.on('error', () => {})
      try {
        await client.connect()
        await createDatabase(client)
        await client.end()
        return true
      } catch (error) {
        await client.end().catch(() => {})
        const { code } = error as { code?: string }
        if (code === '28P01') {
          throw new StartupError(
            `the password in ${this.#folders.password} is not valid for ${this.#folders.cluster}.`
          )
        }
        // After a crash, it replays its log, which takes longer for a longer log.
        if (code === CANNOT_CONNECT_NOW) deadline = Date.now() + START_DEADLINE
        await sleep(25)
        if (Date.now() - launched > 500 && !livePostmaster(this.#folders.cluster)) return false
      }
    }
    return false
  }

  #identity() {
    const env = { PATH: process.env.PATH, TZ: 'UTC', LC_ALL: 'C', PGTZ: 'UTC' }
    return this.#user ? { uid: this.#user.uid, gid: this.#user.gid, env } : { env }
  }
}

/**
 * Runs a program until it ends or this process stops.
 *
 * @returns its output on failure; undefined on success
 */
async function runProgram(
  program: string,
  words: string[],
  options: SpawnOptions
): Promise<string | undefined> {
  const child = spawn(program, words, {
    ...options,
    stdio: ['ignore', 'ignore', 'pipe'],
    signal: stopSignal,
  })
  let errors = ''
  child.stderr!.setEncoding('utf8').on('data', (printed: string) => (errors += printed))
  const { promise, resolve } = Promise.withResolvers<number | null>()
  child.on('error', ({ message }) => (errors ||= message))
  // Not earlier, because its files are removed next.
  child.once('close', resolve)
  return (await promise) === 0 ? undefined : errors
}

async function createDatabase(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [
    DATABASE_NAME,
  ])
  if (rowCount) return
  try {
    await client.query(`CREATE DATABASE ${DATABASE_NAME}`)
  } catch (error) {
    // Another process may have created it in the meantime (duplicate_database, or a race inside the catalog).
    if (!['42P04', '23505'].includes((error as { code?: string }).code ?? '')) throw error
  }
}
