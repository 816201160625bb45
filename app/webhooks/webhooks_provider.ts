import type { ApplicationService } from '@adonisjs/core/types'
import type { Deliverer } from './deliverer.js'
import type { Targets } from './target.js'

declare module '@adonisjs/core/types' {
  interface ContainerBindings {
    'curia.webhook_targets': Targets
    'curia.webhooks': Deliverer
  }
}

/** What sends webhooks. */
export default class WebhooksProvider {
  constructor(protected app: ApplicationService) {}

  register() {
    const { container } = this.app
    container.singleton('curia.webhook_targets', async () => {
      const { Targets } = await import('./target.js')
      const { settings } = await import('#start/env')
      return new Targets({ allowedHosts: settings.webhookAllowedHosts })
    })
    container.singleton('curia.webhooks', async () => {
      const { Deliverer } = await import('./deliverer.js')
      return new Deliverer({
        database: await container.make('lucid.db'),
        jobs: await container.make('curia.jobs'),
        targets: await container.make('curia.webhook_targets'),
        logger: await container.make('logger'),
      })
    })
  }
}
