/** A complete server in a separate process, started like `npm start`. */
import { spawn, type ChildProcess } from 'node:child_process'
import { cpSync, existsSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from './environment.js'
import { keepLog, keepLogFile, notePrinted } from './secrets.js'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
/**
 * Includes building a copied tree and setting up an empty database. A start that fails exits on
 * its own.
 */
const START_TIMEOUT = 300_000

/** Script to run and its ready message. */
const SERVER = { words: ['bin/start.js'], script: 'server.js', ready: 'Curia is ready' }
const CLUSTERED = { ...SERVER, words: [...SERVER.words, '--cluster'] }
const WORKER = {
  words: ['bin/start_worker.js'],
  script: 'worker.js',
  ready: 'Curia worker is ready',
}

export interface Outcome {
  code: number | null
  output: string
}

/** Settings of this test process that child processes must not inherit. */
const CLEAN: NodeJS.ProcessEnv = {
  NODE_ENV: undefined,
  DATA_DIR: undefined,
  DATABASE_URL: undefined,
  DATABASE_READ_URLS: undefined,
  LOCAL_IDS_FROM: undefined,
  APP_URL: undefined,
  HOST: undefined,
  PORT: undefined,
  SAMPLE_ARCHIVE: undefined,
  RATE_LIMITS: 'off',
  DEMO: undefined,
  REDIS_URL: undefined,
  SEARCH_ENGINE: undefined,
  TRUSTED_PROXIES: undefined,
  TYPESENSE_URLS: undefined,
  TYPESENSE_API_KEY: undefined,
  THROTTLE_STORE: undefined,
  STATEMENT_TIMEOUT: undefined,
  ENV_PATH: undefined,
  JOBS: undefined,
  DRIVE_DISK: undefined,
  S3_BUCKET: undefined,
  S3_ENDPOINT: undefined,
  S3_SIGNED_URLS: undefined,
  WORKERS: undefined,
  WORKER_PORT: undefined,
  OTEL_EXPORTER_OTLP_ENDPOINT: undefined,
  CURIA_SUPERVISED: undefined,
  EMBEDDINGS: 'off',
  EMBEDDINGS_URL: undefined,
  EMBEDDINGS_KEY: undefined,
  EMBEDDINGS_MODEL: undefined,
  TIME_ZONE: undefined,
  LOG_LEVEL: 'warn',
}

/** Environment of a process of a tree. Copies of the tree don't write to the shared bytecode cache. */
export function environmentIn(root: string, env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const copied = root === ROOT ? {} : { NODE_DISABLE_COMPILE_CACHE: '1' }
  return { ...process.env, ...CLEAN, ...copied, ...env }
}

export class ServerProcess {
  readonly #child: ChildProcess
  readonly #isCluster: boolean
  readonly ended: Promise<Outcome>
  #output = ''
  #errors = ''
  #printed = ''

  private constructor(
    readonly port: number,
    env: NodeJS.ProcessEnv,
    root: string,
    readonly kind = SERVER
  ) {
    this.#isCluster = kind === CLUSTERED || Number(env.WORKERS ?? 1) > 1
    this.#child = spawn(process.execPath, kind.words, {
      cwd: root,
      env: environmentIn(root, { PORT: String(port), ...env }),
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    for (const stream of [this.#child.stdout!, this.#child.stderr!]) {
      stream.on('data', (text) => (this.#output += text))
    }
    this.#child.stderr!.on('data', (text) => (this.#errors += text))
    this.#child.stdout!.on('data', (text) => (this.#printed += text))
    this.ended = new Promise((resolve) => {
      this.#child.once('close', (code) => {
        this.#keepLogs()
        resolve({ code, output: this.#output })
      })
    })
  }

  /** All output goes to the logs of the run, except credentials that it may print once. */
  #keepLogs(): void {
    // Servers of a benchmark don't belong to a test.
    if (!process.env.CURIA_TEST_RECORDS) return
    notePrinted(this.#printed)
    keepLog(`server-${this.pid}-stdout`, withoutDemo(this.#printed))
    keepLog(`server-${this.pid}-stderr`, this.#errors)
    const cluster = CLUSTER.exec(this.#output)?.[1]
    if (cluster) keepLogFile(`server-${this.pid}-postgres`, join(dirname(cluster), 'server.log'))
  }

  /** Starts a server without waiting for it. */
  static async launch(env: NodeJS.ProcessEnv, root = ROOT): Promise<ServerProcess> {
    return new ServerProcess(env.PORT ? Number(env.PORT) : await freePort(), env, root)
  }

  /** Starts a server and waits until it reports that it is ready. */
  static async start(env: NodeJS.ProcessEnv, root = ROOT): Promise<ServerProcess> {
    return (await ServerProcess.launch(env, root)).#untilReady()
  }

  /** Starts the processes of `npm run start:cluster` and waits until they are ready. */
  static async startCluster(env: NodeJS.ProcessEnv, root = ROOT): Promise<ServerProcess> {
    return new ServerProcess(await freePort(), env, root, CLUSTERED).#untilReady()
  }

  /** Starts a worker, like `npm run worker`, and waits until it reports that it is ready. */
  static async startWorker(env: NodeJS.ProcessEnv, root = ROOT): Promise<ServerProcess> {
    return new ServerProcess(await freePort(), env, root, WORKER).#untilReady()
  }

  async #untilReady(): Promise<ServerProcess> {
    const deadline = Date.now() + START_TIMEOUT
    while (!this.#output.includes(this.kind.ready)) {
      if (this.#child.exitCode !== null || Date.now() > deadline) {
        await this.kill('SIGKILL')
        throw new Error(`it did not start:\n${this.#output}`)
      }
      await new Promise((resolve) => setTimeout(resolve, 25))
    }
    return this
  }

  /** Starts a server that is expected to exit on its own. */
  static async fail(env: NodeJS.ProcessEnv, root = ROOT): Promise<Outcome> {
    return (await ServerProcess.launch(env, root)).ended
  }

  get output(): string {
    return this.#output
  }

  /** The server or worker process. With WORKERS, the process that supervises them. */
  get pid(): number {
    return this.pids.at(-1)!
  }

  /** That process, or the process it supervises. */
  get pids(): number[] {
    const { pid } = this.#child
    return [pid!, ...(this.#isCluster ? [] : listChildProcesses(pid!, this.kind.script))]
  }

  url(path: string): string {
    return `http://127.0.0.1:${this.port}${path}`
  }

  async json(path: string): Promise<any> {
    const response = await fetch(this.url(path))
    return response.json()
  }

  /** Sends a signal to the started process. SIGKILL is also sent to the process it supervises. */
  kill(signal: NodeJS.Signals): Promise<Outcome> {
    const pids = signal === 'SIGKILL' ? this.pids : []
    this.#child.kill(signal)
    for (const pid of pids.slice(1)) process.kill(pid, signal)
    return this.ended
  }
}

/** Runs an Ace command of the sources to completion. */
export function ace(args: string[], env: NodeJS.ProcessEnv, root = ROOT): RunningScript {
  return runScript(['ace.js', ...args], env, root)
}

export interface RunningScript {
  process: ChildProcess
  /** `printed` is the command's output, including any colors. */
  ended: Promise<Outcome & { printed: string }>
  until: (text: string) => Promise<void>
}

/** Runs a script of the sources with `node` to completion. */
export function runScript(words: string[], env: NodeJS.ProcessEnv, root = ROOT): RunningScript {
  const child = spawn(process.execPath, words, {
    cwd: root,
    env: environmentIn(root, { NO_COLOR: '1', ...env }),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  let printed = ''
  let errors = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text))
  child.stdout.on('data', (text) => (printed += text))
  child.stderr.on('data', (text) => (errors += text))
  const ended = new Promise<Outcome & { printed: string }>((resolve) =>
    child.once('close', (code) => {
      // A command's stdout is its result and may contain a new token. Its log is stderr.
      notePrinted(output)
      keepLog(`command-${child.pid}-stderr`, errors)
      resolve({ code, output: withoutColours(output), printed })
    })
  )
  /** Waits until the command has written a text. */
  const until = async (text: string) => {
    const deadline = Date.now() + START_TIMEOUT
    while (!output.includes(text) && child.exitCode === null && Date.now() < deadline) {
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
  }
  return { process: child, ended, until }
}

function withoutColours(text: string): string {
  // eslint-disable-next-line no-control-regex -- matches colors
  return text.replace(/\u001B\[[\d;]*m/g, '')
}

/** The startup banner without its two credential blocks, which are printed once. */
function withoutDemo(printed: string): string {
  if (!printed.includes('Demo account (shown only once)')) return printed
  return printed.replace(/ {2}Try it:\n[^]*?\n {2}Create the first staff account:\n/, '')
}

const CLUSTER = /Database:\s+(\S+)/

/** Folder of the private database cluster of a data folder. */
export function clusterFolder(server: ServerProcess): string {
  return CLUSTER.exec(server.output)![1]!
}

/** Process ID in the postmaster.pid of a cluster, or undefined without that file. */
export function postmaster(cluster: string): number | undefined {
  try {
    return Number(readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')[0])
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

export function isAlive(pid: number): boolean {
  try {
    // A zombie has ended, but its parent hasn't reaped it yet.
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}

/** Children of a process, or only those that run the named script of `bin`. */
export function listChildProcesses(parent: number, script?: string): number[] {
  const file = `/proc/${parent}/task/${parent}/children`
  const listed = existsSync(file) ? readFileSync(file, 'utf8') : ''
  return listed
    .trim()
    .split(' ')
    .filter(Boolean)
    .map(Number)
    .filter((pid) => isAlive(pid) && (!script || runs(pid, script)))
}

function runs(pid: number, script: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(`/bin/${script}`)
  } catch {
    return false
  }
}

/** Folders that aren't part of the sources. */
const LEFT_OUT = ['node_modules', '.git', 'data', 'tmp', 'build']

/** Copies the sources, for tests that change them. */
export function copyTree(folder: string): void {
  for (const entry of readdirSync(ROOT).filter((name) => !LEFT_OUT.includes(name))) {
    cpSync(join(ROOT, entry), join(folder, entry), { recursive: true })
  }
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
}

export { ROOT }
