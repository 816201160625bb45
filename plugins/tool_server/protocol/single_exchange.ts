import type { JSONRPCMessage, Server, Transport } from '@modelcontextprotocol/server'
import type { RpcMessage } from '../http/read_message.js'

/**
 * The SDK's transport for one request and its response in this process: its
 * HTTP transports answer batches and streams, which this server does not.
 */
export class SingleExchange implements Transport {
  onclose?: () => void
  onerror?: (error: Error) => void
  onmessage?: Transport['onmessage']
  readonly #answered: Promise<JSONRPCMessage | undefined>
  #settle!: (answer: JSONRPCMessage | undefined) => void

  constructor() {
    this.#answered = new Promise((resolve) => (this.#settle = resolve))
  }

  /**
   * Has a server answer a request.
   *
   * @param signal aborted when the client has gone: the call is given up
   * @returns the response; undefined when the client has gone, or when the SDK takes the message for no request
   */
  static async answer(
    server: Server,
    message: RpcMessage,
    signal: AbortSignal
  ): Promise<JSONRPCMessage | undefined> {
    const exchange = new SingleExchange()
    await server.connect(exchange)
    // A message it cannot read is reported here, and not answered.
    server.onerror = () => exchange.#settle(undefined)
    signal.addEventListener('abort', () => void server.close(), { once: true })
    exchange.onmessage!(message as JSONRPCMessage)
    return exchange.#answered
  }

  async start(): Promise<void> {}

  async send(message: JSONRPCMessage): Promise<void> {
    if ('result' in message || 'error' in message) this.#settle(message)
  }

  async close(): Promise<void> {
    this.#settle(undefined)
    this.onclose?.()
  }
}
