/** A real webhook receiver with configurable behavior. */
import { once } from 'node:events'
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'

export interface ReceivedRequest {
  headers: IncomingHttpHeaders
  body: string
}

export type Behaviour = (response: ServerResponse, request: ReceivedRequest) => void

export class Receiver {
  readonly received: ReceivedRequest[] = []
  /** Current and maximum number of concurrent requests. */
  open = 0
  mostOpen = 0
  behave: Behaviour = accept

  readonly #server = createServer((request, response) => {
    // A server that is killed aborts its requests.
    this.#receive(request, response).catch(() => response.destroy())
  })

  async #receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.open++
    this.mostOpen = Math.max(this.mostOpen, this.open)
    response.once('close', () => this.open--)
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const received = { headers: request.headers, body: Buffer.concat(parts).toString() }
    this.received.push(received)
    this.behave(response, received)
  }

  static async start({ host = '127.0.0.1', port = 0 } = {}): Promise<Receiver> {
    const receiver = new Receiver()
    receiver.#server.listen(port, host)
    await once(receiver.#server, 'listening')
    return receiver
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port
  }

  get host(): string {
    return `127.0.0.1:${this.port}`
  }

  get url(): string {
    return `http://${this.host}/hooks`
  }

  async stop(): Promise<void> {
    this.#server.close()
    this.#server.closeAllConnections()
    await once(this.#server, 'close')
  }
}

export const accept: Behaviour = (response) => response.writeHead(204).end()
export const refuse: Behaviour = (response) => response.writeHead(500).end('out of order')
/** Accepts the request and never responds. */
export const stall: Behaviour = () => {}
