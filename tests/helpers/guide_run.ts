/**
 * Runs the steps of a tutorial in a copy of the sources, as a reader would.
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { applyDiff, isShown, type GuideStep } from './guide_blocks.js'
import { environmentIn } from './server_process.js'

/** URL of the tutorial's server. */
const SHOWN_HOST = '127.0.0.1:3333'
const SERVER = /\bnpm (run dev|start)$/m
const READY = 'Curia is ready'
const START_TIMEOUT = 180_000
const END = 'end of the commands:'

export class GuideRun {
  readonly #env: NodeJS.ProcessEnv
  /** The reader's first terminal. */
  readonly #shell: ChildProcess
  #server: { process: ChildProcess; output: string; commands: string } | undefined
  /** Files changed since the server started. */
  #isStale = false

  constructor(
    readonly root: string,
    readonly port: number
  ) {
    this.#env = environmentIn(root, {
      PORT: String(port),
      DATA_DIR: join(root, 'data'),
      NO_COLOR: '1',
      CURIA_TEST_REPORT: undefined,
      CURIA_TEST_PART: undefined,
      CURIA_TEST_PREPARED: undefined,
    })
    this.#shell = spawn('bash', ['--norc'], { ...this.#options, stdio: 'pipe' })
    this.#shell.stdin!.write("set -o pipefail\ntrap 'failed=$?' ERR\n")
  }

  get #options() {
    return { cwd: this.root, env: this.#env, detached: true }
  }

  /** @throws Error naming the line of a step that fails or whose output differs */
  async run(steps: GuideStep[]): Promise<void> {
    try {
      for (const step of steps) {
        try {
          await this.#step(step)
        } catch (error) {
          const printed = this.#server ? `\nthe server printed\n${this.#server.output}` : ''
          throw new Error(`line ${step.line}: ${(error as Error).message}${printed}`)
        }
      }
    } finally {
      await this.#stopServer()
      this.#shell.stdin!.end()
    }
  }

  async #step(step: GuideStep): Promise<void> {
    if (step.kind === 'run') {
      const output = await this.#output(step.commands)
      if (step.output && !isShown(step.output, output))
        throw new Error(`expected\n${step.output.content}\nbut the output is\n${output}`)
      return
    }
    const path = join(this.root, step.path)
    const content =
      step.kind === 'create' ? step.content : applyDiff(readFileSync(path, 'utf8'), step.content)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, content)
    // Specs aren't part of the server.
    if (!step.path.endsWith('.spec.ts')) this.#isStale = true
  }

  async #output(commands: string): Promise<string> {
    if (SERVER.test(commands)) {
      this.#server = { commands, output: '', process: undefined as never }
      return this.#startServer()
    }
    // The tutorial's server restarts after changes.
    if (this.#isStale && commands.includes(SHOWN_HOST)) await this.#startServer()
    return this.#ofShell(commands)
  }

  async #ofShell(commands: string): Promise<string> {
    const { stdin, stdout, stderr } = this.#shell
    let output = ''
    let errors = ''
    const take = (text: Buffer) => (output += text)
    const note = (text: Buffer) => (errors += text)
    stdout!.on('data', take)
    stderr!.on('data', note)
    stdin!.write(`failed=0\n${this.#actual(commands)}\necho "${END} $failed"\n`)
    const end = new RegExp(`${END} (\\d+)\\n$`)
    while (!end.test(output)) {
      if (this.#shell.exitCode !== null) throw new Error(`the shell ended:\n${output}${errors}`)
      await sleep(20)
    }
    stdout!.off('data', take)
    stderr!.off('data', note)
    const [line, code] = end.exec(output)!
    const printed = this.#shown(output.slice(0, -line.length))
    if (code !== '0') throw new Error(`the commands ended with ${code}:\n${printed}${errors}`)
    return printed
  }

  /** Restarts the server with the tutorial's command and waits until it is ready. */
  async #startServer(): Promise<string> {
    await this.#stopServer()
    const server = this.#server
    if (!server) throw new Error('the tutorial has started no server')
    server.output = ''
    server.process = spawn('bash', ['--norc', '-c', server.commands], {
      ...this.#options,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    for (const stream of [server.process.stdout!, server.process.stderr!])
      stream.on('data', (text) => (server.output += text))
    const deadline = Date.now() + START_TIMEOUT
    while (!server.output.includes(`${READY}: http://127.0.0.1:${this.port}/`)) {
      const isDead = server.process.exitCode !== null || server.output.includes('server died')
      if (isDead || Date.now() > deadline)
        throw new Error(`the server didn't start:\n${server.output}`)
      await sleep(50)
    }
    this.#isStale = false
    return this.#shown(server.output)
  }

  async #stopServer(): Promise<void> {
    const child = this.#server?.process
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const ended = new Promise((resolve) => child.once('close', resolve))
    process.kill(-child.pid!, 'SIGTERM')
    await ended
  }

  #actual(text: string): string {
    return text.replaceAll(SHOWN_HOST, `127.0.0.1:${this.port}`)
  }

  #shown(text: string): string {
    return text.replaceAll(`127.0.0.1:${this.port}`, SHOWN_HOST)
  }
}
