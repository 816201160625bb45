import type { ApplicationService } from '@adonisjs/core/types'
import { settings } from '#start/env'
import { LineActions } from '#plugins/federal_records/public/pages'
import { CourtSystem, SimulatedCourts } from './court_system.js'
import {
  RegistrySessions,
  MemoryTexts,
  RedisTexts,
  type SessionTexts,
} from './registry_sessions.js'

/**
 * Binds the process's court system connection and its sessions, and adds purchase links to docket
 * sheets.
 */
export default class FetchProvider {
  #system: CourtSystem | undefined

  constructor(protected app: ApplicationService) {}

  register() {
    const { container } = this.app
    container.singleton(SimulatedCourts, () => new SimulatedCourts())
    container.singleton(RegistrySessions, async () => {
      const encryption = await container.make('encryption')
      return RegistrySessions.encrypted(await this.#sessionTexts(), encryption, settings.appKey)
    })
    container.singleton(CourtSystem, async () => {
      this.#system = new CourtSystem(
        await container.make(RegistrySessions),
        await container.make(SimulatedCourts)
      )
      return this.#system
    })
  }

  boot() {
    const { container } = this.app
    container.resolving(LineActions, (actions) => {
      actions.add(async (...given) => {
        const { default: FetchLinks } = await import('./pages/fetch_links.js')
        return (await container.make(FetchLinks)).lines(...given)
      })
    })
  }

  async shutdown() {
    await this.#system?.close()
  }

  async #sessionTexts(): Promise<SessionTexts> {
    if (!settings.redisUrl) return new MemoryTexts()
    return new RedisTexts((await this.app.container.make('redis')).connection('main'))
  }
}
