/**
 * A response as an event stream (MCP, Streamable HTTP): notifications about a request, then its
 * response. It opens with the first notification; without one, the response is one JSON object.
 */
import type { HttpContext } from '@adonisjs/core/http'

export class EventStream {
  #isOpen = false

  constructor(private ctx: HttpContext) {}

  /** Whether the client accepts event streams. */
  get isAccepted(): boolean {
    const accept = this.ctx.request.header('accept', '')!.toLowerCase()
    return /(^|,)\s*(text\/event-stream|text\/\*)\s*(;|,|$)/.test(accept)
  }

  /** Whether a notification was sent, so that the response must be an event as well. */
  get isOpen(): boolean {
    return this.#isOpen
  }

  /** Sends a message; the first one opens the stream. */
  send(message: object): void {
    const { response } = this.ctx
    if (!this.#isOpen) {
      this.#isOpen = true
      response.relayHeaders()
      response.response.writeHead(200, EVENT_STREAM)
    }
    response.response.write(`event: message\ndata: ${JSON.stringify(message)}\n\n`)
  }

  /** Sends the last message. */
  end(message: object): void {
    this.send(message)
    this.ctx.response.response.end()
  }

  /** Forwards the body of another stream. */
  async forward(body: AsyncIterable<Uint8Array>): Promise<void> {
    const { response } = this.ctx
    this.#isOpen = true
    response.relayHeaders()
    response.response.writeHead(200, EVENT_STREAM)
    for await (const part of body) response.response.write(part)
    response.response.end()
  }
}

/** Proxies must not buffer or transform the stream. */
const EVENT_STREAM = {
  'content-type': 'text/event-stream; charset=utf-8',
  'x-accel-buffering': 'no',
}
