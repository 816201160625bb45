import { createRequire } from 'node:module'
import { connect as connectTcp } from 'node:net'
import type { buildConnector, Dispatcher } from 'undici'
import type { ClientOptions } from '../types.js'

const require = createRequire(import.meta.url)

/** Milliseconds after which an idle connection is closed. */
const KEEP_ALIVE = 4_000
const CONNECT_TIMEOUT = 60_000
/** Bytes of the headers of an answer. */
const MAX_HEADERS = 64 * 1024

/**
 * The connections of a client: a pool for each host, or for each proxy. Waits are bounded by the
 * exchange, so none of undici's own are used but that of connecting.
 */
export class Sockets {
  readonly #pools = new Map<string, Dispatcher>()
  readonly #options: ClientOptions

  constructor(options: ClientOptions) {
    this.#options = options
  }

  /**
   * What carries a request.
   *
   * @param origin `https://` and the host
   * @param proxy URL of the egress proxy of the session; left out of account where the target of
   *   sockets is replaced
   */
  to(origin: string, proxy: string | null): Dispatcher {
    const through = this.#options.connect ? null : proxy
    const key = `${through ?? ''} ${through ? '' : origin}`
    let pool = this.#pools.get(key)
    if (!pool) this.#pools.set(key, (pool = this.#open(origin, through)))
    return pool
  }

  #open(origin: string, proxy: string | null): Dispatcher {
    // Not earlier: many servers start that never ask a court.
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

/** Opens sockets to one address whatever the URL says, without TLS. */
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
