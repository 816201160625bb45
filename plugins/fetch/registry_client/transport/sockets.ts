import { createRequire } from 'node:module'
import { connect as connectTcp } from 'node:net'
import type { buildConnector, Dispatcher } from 'undici'
import type { ClientOptions } from '../types.js'

const require = createRequire(import.meta.url)

/** Milliseconds after which an idle connection is closed. */
const KEEP_ALIVE = 4_000
const CONNECT_TIMEOUT = 60_000
/** Maximum size of response headers in bytes. */
const MAX_HEADERS = 64 * 1024

/**
 * The connections of a client: one pool per host or proxy. The exchange enforces its own timeouts,
 * so only undici's connect timeout is used.
 */
export class Sockets {
  readonly #pools = new Map<string, Dispatcher>()
  readonly #options: ClientOptions

  constructor(options: ClientOptions) {
    this.#options = options
  }

  /**
   * Dispatcher of a request.
   *
   * @param origin `https://` and the host
   * @param proxy URL of the session's egress proxy; ignored if sockets connect to another target
   */
  to(origin: string, proxy: string | null): Dispatcher {
    const through = this.#options.connect ? null : proxy
    const key = `${through ?? ''} ${through ? '' : origin}`
    let pool = this.#pools.get(key)
    if (!pool) this.#pools.set(key, (pool = this.#open(origin, through)))
    return pool
  }

  #open(origin: string, proxy: string | null): Dispatcher {
    // Loaded on demand, because many servers never contact a court.
    const { Pool, ProxyAgent } = require('undici') as typeof import('undici')
    const { connect, maxPerCourt, haste = 1 } = this.#options
    const timeout = CONNECT_TIMEOUT / haste
    const options = {
      connections: maxPerCourt,
      pipelining: 1,
      allowH2: false,
      headersTimeout: 0,
      bodyTimeout: 0,
      maxHeaderSize: MAX_HEADERS,
      keepAliveTimeout: KEEP_ALIVE,
    }
    if (connect) return new Pool(origin, { ...options, connect: plainConnector(connect) })
    if (!proxy) return new Pool(origin, { ...options, connect: { timeout } })
    return new ProxyAgent({ ...options, uri: proxy, connect: { timeout } })
  }

  async close(): Promise<void> {
    const pools = [...this.#pools.values()]
    this.#pools.clear()
    await Promise.all(pools.map((pool) => pool.destroy()))
  }
}

/** Connects all sockets to one host and port without TLS. */
function plainConnector(address: { host: string; port: number }): buildConnector.connector {
  return (_target, callback) => {
    const socket = connectTcp({ ...address, noDelay: true })
    const failed = (error: Error) => callback(error, null)
    socket.once('error', failed).once('connect', () => {
      socket.off('error', failed)
      callback(null, socket)
    })
  }
}
