/**
 * The private PostgreSQL of a data folder: created on first use, started
 * detached (Ctrl-C must not reach it before the server has drained), found
 * again after a crash, and stopped by the last process that exits.
 */
import { spawn, type SpawnOptions } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { STOP_FLUSHES, stopSignal, timeUntil } from '#app/support/process_stop'
import { startStep } from '#app/support/start_steps'
import { StartupError } from '#app/support/startup_error'
import { writeSecret } from '#app/settings/data_dir'
import { clusterSettings, INITDB_OPTIONS } from './cluster_settings.js'
import { postgresMajor, postgresPrograms, SHARED_ROOT } from './postgres_binaries.js'
import {
  terminateOrphanedBackends,
  livePostmaster,
  removePostmasterFile,
  whileLocked,
} from './postmaster.js'
import { canReach, databaseUser, type SystemUser } from './system_user.js'

const DATABASE_NAME = 'curia'
const ROLE = 'curia'
/** Names the socket file only: the cluster listens on no TCP port. */
const SOCKET_PORT = 5432
/** Longest path of a Unix socket (sun_path), with room for the file name. */
const MAX_SOCKET_PATH_LENGTH = 103 - '/.s.PGSQL.5432.lock'.length
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
  readonly #home: string
  readonly #cluster: string
  readonly #sockets: string

  constructor(options: ClusterOptions) {
    this.#options = options
    this.#user = databaseUser()
    this.#home = this.#chooseHome()
    this.#cluster = join(this.#home, 'cluster')
    this.#sockets = this.#chooseSocketFolder()
  }

  /** Folder with the database files. */
  get folder(): string {
    return this.#cluster
  }

  /** Connection settings; valid after `start` has returned. */
  connection(): { host: string; port: number; user: string; password: string; database: string } {
    return {
      host: this.#sockets,
      port: SOCKET_PORT,
      user: ROLE,
      password: readFileSync(join(this.#home, 'password'), 'utf8').trim(),
      database: DATABASE_NAME,
    }
  }

  /**
   * Creates the cluster if necessary and starts it, or finds it running. One
   * process at a time: of two that find no server, the second could mistake the
   * lock file of the newly started server for a stale file and delete it.
   *
   * @throws StartupError when it cannot be created or started, or the process stops in the meantime
   */
  async start(): Promise<void> {
    this.#prepareFolders()
    await whileLocked(join(this.#home, 'start.lock'), () => this.#startAlone())
  }

  async #startAlone(): Promise<void> {
    if (stopSignal.aborted) throw new StartupError(STOPPED)
    if (!existsSync(this.#cluster)) await startStep('creating the database', () => this.#create())
    this.#checkVersion()

    const deadline = Date.now() + START_DEADLINE
    for (let attempt = 1; Date.now() < deadline; attempt++) {
      if (!livePostmaster(this.#cluster)) {
        if (attempt > 1) terminateOrphanedBackends(this.#cluster)
        await this.#launch()
      }
      if (await this.#answers()) return
      if (stopSignal.aborted) {
        // It never accepted a connection, so no other process uses it.
        await this.stop()
        throw new StartupError(STOPPED)
      }
    }
    throw new StartupError(`the embedded PostgreSQL did not start; see ${this.#logFile()}.`)
  }

  /**
   * Stops the cluster, waiting until its files are safely on disk. If the
   * process runs out of time while stopping, the cluster recovers from its log
   * at the next start.
   */
  async stop(): Promise<void> {
    const postmaster = livePostmaster(this.#cluster)
    if (!postmaster) return
    // SIGINT requests a fast shutdown: sessions end, data is flushed.
    process.kill(postmaster, 'SIGINT')
    while (livePostmaster(this.#cluster)) {
      // An immediate shutdown. Committed data is in the log.
      if (timeUntil(STOP_FLUSHES) === 0) process.kill(postmaster, 'SIGQUIT')
      await sleep(20)
    }
  }

  #chooseHome(): string {
    const own = join(this.#options.dataDir, 'postgres')
    if (!this.#user || canReach(this.#options.dataDir, this.#user)) return own

    const key = fingerprint(realpathSync(this.#options.dataDir))
    const shared = join(SHARED_ROOT, `cluster-${key}`)
    this.#options.notice?.(
      `PostgreSQL runs as user "${this.#user.name}", who cannot enter ${this.#options.dataDir}; its files are in ${shared}`
    )
    return shared
  }

  #chooseSocketFolder(): string {
    const own = join(this.#home, 'run')
    if (Buffer.byteLength(own) <= MAX_SOCKET_PATH_LENGTH) return own
    return join(tmpdir(), `curia-${fingerprint(this.#home)}`)
  }

  #prepareFolders(): void {
    for (const folder of [this.#home, this.#sockets]) {
      mkdirSync(folder, { recursive: true })
      chmodSync(folder, 0o700)
      this.#giveToDatabaseUser(folder)
    }
    for (const entry of readdirSync(this.#home)) {
      const pid = /^cluster\.(\d+)$/.exec(entry)?.[1]
      if (pid && !isAlive(Number(pid)))
        rmSync(join(this.#home, entry), { recursive: true, force: true })
    }
  }

  /** Created under another name and renamed, so that a crash leaves no partial cluster. */
  async #create(): Promise<void> {
    const password = join(this.#home, 'password')
    if (!existsSync(password)) writeSecret(password, `${randomBytes(24).toString('base64url')}\n`)
    this.#giveToDatabaseUser(password)

    const draft = `${this.#cluster}.${process.pid}`
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
      { ...this.#identity(), cwd: this.#home }
    )
    if (failure !== undefined) {
      rmSync(draft, { recursive: true, force: true })
      const reason = failure.trim().split('\n').filter(Boolean).slice(-2).join(' ')
      throw new StartupError(`the database could not be created in ${this.#home}: ${reason}`)
    }
    try {
      renameSync(draft, this.#cluster)
    } catch (error) {
      rmSync(draft, { recursive: true, force: true })
      if (!existsSync(this.#cluster)) throw error
    }
  }

  #checkVersion(): void {
    const made = readFileSync(join(this.#cluster, 'PG_VERSION'), 'utf8').trim()
    const brought = postgresMajor()
    if (made !== brought) {
      throw new StartupError(
        `${this.#cluster} was created by PostgreSQL ${made}; this version of Curia includes ${brought}. Upgrade it with pg_upgrade or start with a new DATA_DIR.`
      )
    }
  }

  async #launch(): Promise<void> {
    removePostmasterFile(this.#cluster)
    const log = this.#logFile()
    if (existsSync(log) && statSync(log).size > MAX_LOG_SIZE) truncateSync(log)
    const output = openSync(log, 'a', 0o600)
    const settings = clusterSettings({
      sockets: this.#sockets,
      durable: this.#options.durable ?? true,
      processes: this.#options.processes ?? 1,
    })
    const child = spawn(
      postgresPrograms(this.#user).postgres,
      [
        '-D',
        this.#cluster,
        '-p',
        String(SOCKET_PORT),
        ...settings.flatMap((setting) => ['-c', setting]),
      ],
      { ...this.#identity(), cwd: this.#home, detached: true, stdio: ['ignore', output, output] }
    )
    closeSync(output)
    child.on('error', () => {})
    child.unref()
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
            `the password in ${join(this.#home, 'password')} is not valid for ${this.#cluster}.`
          )
        }
        // After a crash, it replays its log, which takes longer for a longer log.
        if (code === CANNOT_CONNECT_NOW) deadline = Date.now() + START_DEADLINE
        await sleep(25)
        if (Date.now() - launched > 500 && !livePostmaster(this.#cluster)) return false
      }
    }
    return false
  }

  #logFile(): string {
    return join(this.#home, 'server.log')
  }

  #identity() {
    const env = { PATH: process.env.PATH, TZ: 'UTC', LC_ALL: 'C', PGTZ: 'UTC' }
    return this.#user ? { uid: this.#user.uid, gid: this.#user.gid, env } : { env }
  }

  #giveToDatabaseUser(path: string): void {
    if (this.#user) chownSync(path, this.#user.uid, this.#user.gid)
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
  // Not earlier: its files are removed next.
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

function fingerprint(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12)
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
