/** A proxy to simulated courts that can replace responses. */
import { createServer, request as open, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pipeline } from 'node:stream/promises'
import { buffer } from 'node:stream/consumers'

/** A proxied request. */
interface Passing {
  host: string
  /** Path with the query string. */
  path: string
  body: string
}

/** A response that replaces the court's. */
export interface OtherAnswer {
  /** Whether it matches a request. */
  to: (request: Passing) => boolean
  status?: number
  headers?: Record<string, string>
  body?: string | Buffer
}

export class BetweenCourts {
  answers: OtherAnswer[] = []
  readonly #server: Server

  private constructor(simulator: { port: number }) {
    this.#server = createServer((incoming, response) => {
      const pass = async () => {
        const body = await buffer(incoming)
        const { host = '' } = incoming.headers
        const request = { host, path: incoming.url!, body: body.toString('latin1') }
        const other = this.answers.find(({ to }) => to(request))
        if (other)
          return response
            .writeHead(other.status ?? 200, { 'content-type': 'text/html', ...other.headers })
            .end(other.body)
        const { method, headers, url: path } = incoming
        const sent = open({ host: '127.0.0.1', port: simulator.port, method, headers, path })
        const answered = new Promise<void>((resolve, reject) => {
          sent.on('error', reject)
          sent.on('response', (answer) => {
            response.writeHead(answer.statusCode!, answer.headers)
            pipeline(answer, response).then(resolve, reject)
          })
        })
        sent.end(body)
        return answered
      }
      // The simulated court or the client closed the connection.
      pass().catch(() => response.destroy())
    })
  }

  static async before(simulator: { port: number }): Promise<BetweenCourts> {
    const made = new BetweenCourts(simulator)
    await new Promise<void>((resolve) => made.#server.listen(0, '127.0.0.1', resolve))
    return made
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }
}
