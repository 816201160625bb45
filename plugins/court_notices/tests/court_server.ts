/** A minimal server for all hosts of the court system. */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { mkdir } from 'node:fs/promises'
import app from '@adonisjs/core/services/app'
import { createRegistryClient } from '#plugins/fetch/registry_client/client'
import { readPage } from '#app/court_pages/read_page'
import { CourtSystem, type RegistryClient } from '#plugins/fetch/public'
import { incomingFolder } from '../files.js'

export type CourtAnswer = (response: ServerResponse, request: IncomingMessage) => void

export class CourtServer {
  /** Host and path of each request. */
  readonly asked: string[] = []
  address = { host: '127.0.0.1', port: 0 }
  answer: CourtAnswer = (response) => response.writeHead(404).end()
  readonly #server = createServer((request, response) => {
    this.asked.push(`${request.headers.host}${request.url}`)
    this.answer(response, request)
  })

  static async start(): Promise<CourtServer> {
    const court = new CourtServer()
    court.#server.listen(0, '127.0.0.1')
    await once(court.#server, 'listening')
    court.address.port = (court.#server.address() as AddressInfo).port
    return court
  }

  /** Requests for documents, without probes. */
  get documents(): string[] {
    return this.asked.filter((url) => url.includes('/doc1/'))
  }

  async stop(): Promise<void> {
    this.#server.close()
    this.#server.closeAllConnections()
    await once(this.#server, 'close')
  }
}

/** Serves a document once, like the links in notices. */
export function freeOnce(pdf: Buffer): CourtAnswer {
  let given = false
  return (response, { url }) => {
    if (url === '/') return void response.end()
    if (given)
      return void response.setHeader('content-type', 'text/html').end('<p>Nothing here</p>')
    given = true
    response.setHeader('content-type', 'application/pdf').end(pdf)
  }
}

let client: RegistryClient | null = null

/** @param court server for all courts; null: fetching is off */
export async function useCourt(
  court: { address: { host: string; port: number } } | null
): Promise<void> {
  await client?.close()
  client = null
  if (court) {
    await mkdir(incomingFolder(), { recursive: true })
    client = createRegistryClient({
      parse: readPage,
      connect: court.address,
      proxy: null,
      maxPerCourt: 2,
      maxRequests: 2,
      interval: 0,
      folder: incomingFolder(),
    })
  }
  app.container.swap(CourtSystem, () => ({ clientIfOn: async () => client }) as CourtSystem)
}

/** Restores the previous court system. */
export async function leaveCourt(): Promise<void> {
  await useCourt(null)
  app.container.restore(CourtSystem)
}
