/** A trace collector: accepts OTLP as JSON over HTTP. */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json, text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'

/** Settings that send every span sampled by the caller immediately. */
export const EVERY_SPAN = { sampler: 'parentbased_always_on' as const, ratio: 1, delay: 10 }

interface Attribute {
  key: string
  value: { stringValue?: string; intValue?: number }
}

export interface CollectedSpan {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  attributes: Attribute[]
  links: { traceId: string; spanId: string }[]
  status: { code?: number }
}

interface Batch {
  resourceSpans: {
    resource: { attributes: Attribute[] }
    scopeSpans: { spans: CollectedSpan[] }[]
  }[]
}

export class TraceCollector {
  readonly spans: CollectedSpan[] = []
  readonly resources: Attribute[][] = []
  readonly paths = new Set<string>()
  /** Whether it rejects all traces. */
  isBroken = false
  refused = 0

  private constructor(readonly server: Server) {
    server.on('request', (request, response) => {
      // A process that is killed aborts its request.
      this.#collect(request, response).catch(() => response.destroy())
    })
  }

  async #collect(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (this.isBroken) {
      await text(request)
      this.refused++
      response.writeHead(400).end()
      return
    }
    this.paths.add(request.url!)
    const { resourceSpans } = (await json(request)) as Batch
    for (const { resource, scopeSpans } of resourceSpans) {
      this.resources.push(resource.attributes)
      for (const { spans } of scopeSpans) this.spans.push(...spans)
    }
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  }

  static async start(): Promise<TraceCollector> {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    return new TraceCollector(server)
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/v1/traces`
  }

  /** Waits for a span. */
  async span(wanted: (span: CollectedSpan) => boolean): Promise<CollectedSpan> {
    for (;;) {
      const found = this.spans.find(wanted)
      if (found) return found
      await sleep(10)
    }
  }

  close(): void {
    this.server.close()
    this.server.closeAllConnections()
  }
}

/** Attributes of a span or resource by name. */
export function toAttributeMap(
  attributes: Attribute[]
): Record<string, string | number | undefined> {
  return Object.fromEntries(
    attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue])
  )
}
