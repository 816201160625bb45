/** Has notices and feeds ask a small court of a test, with the client of the court system. */
import { mkdir } from 'node:fs/promises'
import app from '@adonisjs/core/services/app'
import { createRegistryClient } from '#plugins/fetch/registry_client/client'
import { readPage } from '#app/court_pages/read_page'
import { CourtSystem, type RegistryClient } from '#plugins/fetch/public'
import { incomingFolder } from '../files.js'

let client: RegistryClient | null = null

/** @param court what answers for all courts; null: none, as while fetching is off */
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

/** As outside of tests. */
export async function leaveCourt(): Promise<void> {
  await useCourt(null)
  app.container.restore(CourtSystem)
}
