import type { ApplicationService } from '@adonisjs/core/types'
import type { Deliverer } from '#app/webhooks/deliverer'
import type { Targets } from '#app/webhooks/target'

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
      const { Targets } = await import('#app/webhooks/target')
      const { settings } = await import('#start/env')
      return new Targets({ allowedHosts: settings.webhookAllowedHosts })
    })
    container.singleton('curia.webhooks', async () => {
      const { Deliverer } = await import('#app/webhooks/deliverer')
      return new Deliverer({
        database: await container.make('lucid.db'),
        jobs: await container.make('curia.jobs'),
        targets: await container.make('curia.webhook_targets'),
        logger: await container.make('logger'),
      })
    })
  }
}
