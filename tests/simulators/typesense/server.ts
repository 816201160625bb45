/**
 * A simulated Typesense server with the features that Curia uses, on loopback: one
 * node, or a cluster whose nodes can lag, crash, and recover. The rules are from
 * `typesense.md` (results of tests with a real server). Each names its section.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { Contents, parseWriteEntry, type Entry } from './node.js'
import { Refusal, type LineResult } from './store.js'

export const TYPESENSE_KEY = 'test-key'

export interface SimulatorOptions {
  nodes?: number
  /** `--filter-by-max-ops`. The default is 100 (§3). */
  mostOperations?: number
  version?: string
  /** Milliseconds without a leader after a crash. 7.6 s were measured with client retries (§11). */
  election?: number
}

interface Node {
  contents: Contents
  /** Number of applied log entries. */
  applied: number
  /** Milliseconds by which it applies entries later than the leader (§11). */
  lag: number
  server: Server | null
  sockets: Set<Socket>
  isStalled: boolean
  closed: Promise<void>
  port: number
}

/** Fault during a write: the leader crashes before or after the write is in the log, or during an import. */
export type Accident = 'unwritten' | 'half' | 'unanswered'

export class TypesenseSimulator {
  readonly #log: Entry[] = []
  readonly #nodes: Node[] = []
  #leader: number | null = 0
  #writes = 0
  readonly #accidents = new Map<number, Accident>()
  /** Paths of all requests, with their node. */
  readonly requests: { node: number; path: string; bytes: number }[] = []
  #unanswered = 0

  private constructor(readonly options: Required<SimulatorOptions>) {}

  static async start({
    nodes = 1,
    mostOperations = 100,
    version = '30.0',
    election = 300,
  }: SimulatorOptions = {}): Promise<TypesenseSimulator> {
    const options = { nodes, mostOperations, version, election }
    const simulator = new TypesenseSimulator(options)
    for (let number = 0; number < nodes; number++) {
      const contents = new Contents(mostOperations)
      simulator.#nodes.push({
        ...{ contents, applied: 0, lag: 0, server: null, isStalled: false },
        ...{ sockets: new Set<Socket>(), port: 0, closed: Promise.resolve() },
      })
      await simulator.#listen(number)
    }
    return simulator
  }

  get urls(): string[] {
    return this.#nodes.map(({ port }) => `http://127.0.0.1:${port}`)
  }

  get leader(): number | null {
    return this.#leader
  }

  /** Number of writes the cluster has accepted. */
  get writes(): number {
    return this.#writes
  }

  setLag(node: number, milliseconds: number): void {
    this.#nodes[node]!.lag = milliseconds
  }

  /** Crashes the leader after this many more writes. */
  failAt(writes: number, accident: Accident): void {
    this.#accidents.set(this.#writes + writes, accident)
  }

  /** Reads this many more imports without applying or answering them, as a starting server does. */
  ignoreImports(count: number): void {
    this.#unanswered = count
  }

  /** Accepts requests from now on without responding. */
  stall(node: number): void {
    this.#nodes[node]!.isStalled = true
  }

  /** Expires the leases of writers, as if time had passed. */
  expireLeases(): void {
    for (const { contents } of this.#nodes)
      for (const store of contents.collections.values())
        for (const document of store.documents.values())
          if ('ends' in document) store.put({ ...document, ends: 0 })
  }

  /** Like kill -9. The other nodes elect a leader if they are a majority. */
  async kill(number: number): Promise<void> {
    const node = this.#nodes[number]!
    const { server, sockets } = node
    node.server = null
    for (const socket of sockets) socket.destroy()
    if (this.#leader === number) {
      this.#leader = null
      void wait(this.options.election, undefined, { ref: false }).then(() => this.#elect())
    }
    if (server) node.closed = new Promise((resolve) => server.close(() => resolve()))
    await node.closed
  }

  /**
   * Recovers with only the log, and serves what it has read of it so far while its
   * health check reports OK (§11).
   *
   * @param pause milliseconds between entries it reads
   */
  async restart(number: number, pause = 0): Promise<void> {
    const node = this.#nodes[number]!
    node.contents = new Contents(this.options.mostOperations)
    node.applied = 0
    const { lag } = node
    node.lag = pause ? Infinity : lag
    await node.closed
    if (!pause) this.#apply(number, this.#log.length)
    await this.#listen(number)
    if (this.#leader === null) this.#elect()
    while (node.applied < this.#log.length) {
      await wait(pause)
      this.#apply(number, node.applied + 1)
    }
    node.lag = lag
  }

  async close(): Promise<void> {
    await Promise.all(this.#nodes.map((_, number) => this.kill(number)))
  }

  #elect(): void {
    const alive = this.#nodes.flatMap(({ server }, number) => (server ? [number] : []))
    if (this.#leader !== null || alive.length * 2 <= this.#nodes.length) return
    const [first] = alive.sort((a, b) => this.#nodes[b]!.applied - this.#nodes[a]!.applied)
    this.#apply(first!, this.#log.length)
    this.#leader = first!
  }

  async #listen(number: number): Promise<void> {
    const node = this.#nodes[number]!
    const server = createServer((request, response) => {
      void this.#answer(number, request, response)
    })
    server.on('connection', (socket) => {
      node.sockets.add(socket)
      socket.once('close', () => node.sockets.delete(socket))
    })
    await new Promise<void>((resolve) => server.listen(node.port, '127.0.0.1', resolve))
    node.port = (server.address() as AddressInfo).port
    node.server = server
  }

  async #answer(number: number, request: IncomingMessage, response: ServerResponse) {
    const node = this.#nodes[number]!
    const send = (status: number, content: unknown) => {
      const isText = typeof content === 'string'
      const type = isText ? 'text/plain' : 'application/json; charset=utf-8'
      response.writeHead(status, { 'content-type': type })
      response.end(isText ? content : JSON.stringify(content))
    }
    try {
      const url = new URL(request.url!, 'http://localhost')
      const body = await text(request)
      this.requests.push({ node: number, path: url.pathname, bytes: Buffer.byteLength(body) })
      if (node.isStalled) return
      if (url.pathname.endsWith('/import') && this.#unanswered-- > 0) return
      if (url.pathname === '/health') return send(200, { ok: true })
      if (request.headers['x-typesense-api-key'] !== TYPESENSE_KEY)
        throw new Refusal(401, 'Forbidden - a valid `x-typesense-api-key` header must be sent.')
      const entry = parseWriteEntry(request.method!, url, body)
      if (entry) return send(...(await this.#write(entry, url)))
      send(200, this.#read(node, url, body, number))
    } catch (error) {
      if (error instanceof Died) return response.destroy()
      const status = error instanceof Refusal ? error.status : 500
      send(status, { message: (error as Error).message })
    }
  }

  #read({ contents }: Node, url: URL, body: string, number: number): unknown {
    const [, kind, name, part, task] = url.pathname.split('/').map(decodeURIComponent)
    if (kind === 'debug')
      return { state: number === this.#leader ? 1 : 4, version: this.options.version }
    if (kind === 'multi_search') return contents.multiSearch(body)
    if (kind === 'collections' && part === 'documents' && task === 'search')
      return contents.search(name!, url.searchParams)
    if (kind === 'collections' && !name)
      return [...contents.collections.values()].map(({ schema, documents }) => ({
        ...{ ...schema, num_documents: documents.size },
      }))
    if (kind === 'collections' && !part) return contents.store(name!).schema
    if (kind === 'aliases' && name && contents.aliases.has(name))
      return { name, collection_name: contents.aliases.get(name) }
    throw new Refusal(404, 'Not found.')
  }

  /** Writes are forwarded to the leader by any node (§11). */
  async #write(entry: Entry, { pathname }: URL): Promise<[number, unknown]> {
    const { leader } = this.#needLeader()
    const accident = this.#accidents.get(++this.#writes)
    if (accident === 'unwritten') {
      void this.kill(leader)
      throw new Died()
    }
    if (accident === 'half' && entry.op === 'import')
      entry.documents.length = Math.ceil(entry.documents.length / 2)
    this.#log.push(entry)
    const result = this.#apply(leader, this.#log.length)
    for (const number of this.#nodes.keys()) void this.#follow(number)
    if (accident) {
      void this.kill(leader)
      throw new Died()
    }
    if (result instanceof Refusal) throw result
    if (entry.op !== 'import') return [200, result]
    const lines = result as LineResult[]
    if (pathname.endsWith('/import'))
      return [200, lines.map((line) => JSON.stringify(line)).join('\n')]
    const [line] = lines
    if (!line!.success) throw new Refusal(line!.code!, line!.error!)
    return [201, entry.documents[0]]
  }

  #needLeader(): { leader: number } {
    if (this.#leader === null) throw new Refusal(503, 'Not Ready or Lagging')
    return { leader: this.#leader }
  }

  /** Followers apply acknowledged writes with a delay. */
  async #follow(number: number): Promise<void> {
    const until = this.#log.length
    const { lag } = this.#nodes[number]!
    if (lag === Infinity) return
    if (lag) await wait(lag, undefined, { ref: false })
    if (this.#nodes[number]!.server) this.#apply(number, until)
  }

  /** @returns the response to the last entry */
  #apply(number: number, until: number): unknown {
    const node = this.#nodes[number]!
    let result: unknown
    for (; node.applied < until; node.applied++) {
      try {
        result = node.contents.apply(this.#log[node.applied]!)
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        result = error
      }
    }
    return result
  }
}

class Died extends Error {}
