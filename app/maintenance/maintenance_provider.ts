import type { ApplicationService } from '@adonisjs/core/types'
import { PgNotifications } from '#app/database/notifications'
import { Maintenance } from './maintenance.js'

export default class MaintenanceProvider {
  constructor(protected app: ApplicationService) {}

  register() {
    const { container } = this.app
    container.singleton(Maintenance, async () => {
      const { settings } = await import('#start/env')
      return new Maintenance(settings.maintenance, async () => ({
        database: await container.make('lucid.db'),
        notifications: await container.make(PgNotifications),
      }))
    })
  }
}
