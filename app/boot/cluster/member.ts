/**
 * A process of the supervisor.
 */
import { fork, type ChildProcess } from 'node:child_process'
import cluster from 'node:cluster'
import { STOP_FLUSHES } from '#app/support/process_stop'
import { isReadyMessage, RETIRE, type ReadyMessage } from './messages.js'

/** Role: requests on the shared port, or jobs and consumers. */
export type Role = 'web' | 'background'

export interface MemberScripts {
  web: string
  background: string
}

/** Exit code or signal. */
export interface End {
  code: number | null
  signal: NodeJS.Signals | null
}

/** Milliseconds until it is killed; a responsive process stops within nine seconds. */
const STOP_WITHIN = STOP_FLUSHES
/** Milliseconds for client connections to close, and then for the process to stop. */
const RETIRE_WITHIN = 30_000

export class Member {
  readonly started = Date.now()
  /** Resolves when it accepts connections; undefined if it ended before. */
  readonly listening: Promise<true | undefined>
  /** Resolves when it is working; undefined if it ended before. */
  readonly ready: Promise<ReadyMessage | undefined>
  readonly ended: Promise<End>
  /** Whether it was stopped by the supervisor. */
  leaving = false
  /** Whether it is working. */
  isReady = false

  private constructor(
    readonly role: Role,
    readonly process: ChildProcess
  ) {
    this.ended = new Promise((resolve) => {
      process.once('exit', (code, signal) => resolve({ code, signal }))
      process.once('error', () => resolve({ code: 1, signal: null }))
    })
    const ended = this.ended.then(() => undefined)
    this.listening = Promise.race([ended, this.#message(isListening).then(() => true as const)])
    this.ready = Promise.race([ended, this.#message(isReadyMessage)])
    void this.ready.then((message) => (this.isReady = message !== undefined))
  }

  /** @param env in addition to the environment of this process */
  static start(role: Role, scripts: MemberScripts, env: Record<string, string>): Member {
    if (role === 'background')
      return new Member(role, fork(scripts.background, [], { env: { ...process.env, ...env } }))
    cluster.setupPrimary({ exec: scripts.web, args: [] })
    const { process: child } = cluster.fork(env)
    closeLostConnection(child)
    return new Member(role, child)
  }

  /** Stops it gracefully, and kills it after the timeout. */
  async stop(): Promise<End> {
    this.leaving = true
    this.process.kill('SIGTERM')
    return this.#endWithin(STOP_WITHIN)
  }

  /** Stops it without aborting requests on open connections. */
  async retire(): Promise<End> {
    if (this.role === 'background') return this.stop()
    this.leaving = true
    if (this.process.connected) this.process.send(RETIRE)
    return this.#endWithin(RETIRE_WITHIN)
  }

  async #endWithin(time: number): Promise<End> {
    const last = setTimeout(() => this.process.kill('SIGKILL'), time)
    const end = await this.ended
    clearTimeout(last)
    return end
  }

  #message<T>(wanted: (message: unknown) => message is T): Promise<T> {
    return new Promise((resolve) => {
      const look = (message: unknown) => {
        if (!wanted(message)) return
        this.process.off('message', look)
        resolve(message)
      }
      this.process.on('message', look)
    })
  }
}

/** Sent by the framework when the port is open. */
function isListening(message: unknown): message is { isAdonisJS: true } {
  const { isAdonisJS, environment } = (message ?? {}) as Record<string, unknown>
  return isAdonisJS === true && environment === 'web'
}

/**
 * Node.js assigns a connection to a process, and forgets it if the process dies before it
 * accepts: the client would wait forever. Closing an accepted connection has no effect.
 */
function closeLostConnection(child: ChildProcess): void {
  let last: { close: () => void } | undefined
  const send = child.send.bind(child) as (...sent: unknown[]) => boolean
  child.send = (...sent: unknown[]) => {
    const [, handle] = sent
    if (handle && typeof handle === 'object' && 'close' in handle) last = handle as typeof last
    return send(...sent)
  }
  child.once('exit', () => last?.close())
}
