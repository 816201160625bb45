/** The court system, as far as notices and feeds need it. */
import type { ApplicationService } from '@adonisjs/core/types'
import type { RegistryClient } from '../fetch/public.js'

export { RegistryError, type RegistryClient } from '../fetch/public.js'

/** The client of the court system; null while fetching is off. */
export async function registryClient({
  container,
}: ApplicationService): Promise<RegistryClient | null> {
  return container.hasBinding(CLIENT) ? container.make(CLIENT) : null
}

export const CLIENT = 'court_notices.client' as never
