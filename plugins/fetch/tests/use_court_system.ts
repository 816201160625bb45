import app from '@adonisjs/core/services/app'
import { CourtSystem, makeSessions, replaceCourtSystem } from '../court_system.js'
import type { RegistryClient } from '../registry_client/types.js'
import { simulateRegistry } from '../services.js'
import { MemoryTexts, type SessionTexts } from '../sessions/session_texts.js'

/** Has requests to fetch use a client, with no session kept yet; the answer takes it back. */
export async function useCourtSystem(
  client: RegistryClient,
  texts: SessionTexts = new MemoryTexts()
): Promise<() => void> {
  const sessions = await makeSessions(app, texts)
  const restoreSystem = replaceCourtSystem(app, new CourtSystem(sessions, async () => client))
  const restoreRegistry = simulateRegistry(app, () => {
    throw new Error('the client of the test is asked instead')
  })
  return () => {
    restoreRegistry()
    restoreSystem()
  }
}
