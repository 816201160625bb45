/** The court system, as far as notices and feeds need it. */
import type { ApplicationService } from '@adonisjs/core/types'
import { registryClient, RegistryOff, type RegistryClient } from '../fetch/public.js'

export { RegistryError, type RegistryClient } from '../fetch/public.js'

export class CourtSystem {
  /** @returns its client; null while fetching is off */
  async client(app: ApplicationService): Promise<RegistryClient | null> {
    try {
      return await registryClient(app)
    } catch (error) {
      if (error instanceof RegistryOff) return null
      throw error
    }
  }
}
