import app from '@adonisjs/core/services/app'
import { settings } from '#start/env'
import { CourtSystem, SimulatedCourts } from '../court_system.js'
import type { RegistryClient } from '../registry_client/types.js'
import { RegistrySessions, MemoryTexts, type SessionTexts } from '../registry_sessions.js'

/** Sessions encrypted like the application's, in another store. */
export async function makeSessions(texts: SessionTexts): Promise<RegistrySessions> {
  return RegistrySessions.encrypted(texts, await app.container.make('encryption'), settings.appKey)
}

/**
 * Makes fetch requests use a client, with empty session storage.
 *
 * @returns restores the court system that was used before
 */
export async function useCourtSystem(
  client: RegistryClient,
  texts: SessionTexts = new MemoryTexts()
): Promise<() => void> {
  const before = used
  const simulated = new SimulatedCourts()
  simulated.offer({
    start: () => {
      throw new Error('the client of the test answers instead')
    },
  })
  const system = new CourtSystem(await makeSessions(texts), simulated)
  system.accountClient = async () => client
  use(system)
  return () => use(before)
}

let used: CourtSystem | undefined

function use(system: CourtSystem | undefined): void {
  used = system
  app.container.restore(CourtSystem)
  if (system) app.container.swap(CourtSystem, () => system)
}

/** Fetches from simulated courts. @returns restores the previous court system */
export async function simulateRegistry(port: number): Promise<() => void> {
  const simulated = new SimulatedCourts()
  simulated.offer({ start: async () => ({ host: '127.0.0.1', port }) })
  const before = used
  const system = new CourtSystem(await makeSessions(new MemoryTexts()), simulated)
  use(system)
  return () => {
    use(before)
    void system.close()
  }
}
