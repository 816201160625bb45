/** A client of the court system that asks a small court of a test. */
import { randomUUID } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import app from '@adonisjs/core/services/app'
import { CLIENT, RegistryError } from '../court_system.js'
import { incomingFolder } from '../files.js'
import type { CourtServer } from './court_server.js'

/** Has notices and feeds of the tests' server ask this court; or none, as while fetching is off. */
export function useCourt(court: CourtServer | null): void {
  app.container.bindValue(CLIENT, (court && clientOf(court)) as never)
}

function clientOf(court: CourtServer) {
  return {
    async freeDocument(link: string) {
      const { type, body } = await ask(court, link)
      if (!type.includes('pdf')) throw new RegistryError('free_look_used')
      await mkdir(incomingFolder(), { recursive: true })
      const path = join(incomingFolder(), randomUUID())
      await writeFile(path, body)
      return { path, size: body.length, cost: null }
    },
    async feed(id: string) {
      return (await ask(court, `https://ecf.${id}.uscourts.gov/cgi-bin/rss_outside.pl`)).body
    },
  }
}

function ask(court: CourtServer, link: string): Promise<{ type: string; body: Buffer }> {
  const { host, pathname, search } = new URL(link)
  return new Promise((resolve, reject) => {
    const options = {
      ...court.address,
      path: pathname + search,
      headers: { host },
      agent: false as const,
    }
    let connected = false
    request(options, async (response) => {
      const parts: Buffer[] = []
      try {
        for await (const part of response) parts.push(part as Buffer)
      } catch {
        return reject(new RegistryError('network_error'))
      }
      if (response.statusCode !== 200)
        return reject(new RegistryError('http_error', String(response.statusCode), host))
      resolve({ type: response.headers['content-type'] ?? '', body: Buffer.concat(parts) })
    })
      .on('socket', (socket) => socket.once('connect', () => (connected = true)))
      .on('error', () =>
        reject(new RegistryError(connected ? 'network_error' : 'court_unreachable'))
      )
      .end()
  })
}
