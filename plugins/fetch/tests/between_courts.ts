/** Passes requests on to simulated courts, and answers some in their place as a test says. */
import { createServer, request as open, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pipeline } from 'node:stream/promises'
import { buffer } from 'node:stream/consumers'

/** A request on its way to a court. */
interface Passing {
  host: string
  /** With its query. */
  path: string
  body: string
}

/** What is answered in place of a court, as often as it is asked. */
export interface OtherAnswer {
  /** Whether it is for a request. */
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
      // The simulated court cut the connection, or the client did.
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
