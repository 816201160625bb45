import type { ApplicationService } from '@adonisjs/core/types'
import { Jobs } from '#app/jobs/jobs'
import { settings } from '#start/env'
import { Deliverer } from './deliverer.js'
import { Targets } from './target.js'

export default class WebhooksProvider {
  constructor(protected app: ApplicationService) {}

  register() {
    const { container } = this.app
    container.singleton(Targets, () => new Targets({ allowedHosts: settings.webhookAllowedHosts }))
    container.singleton(Deliverer, async () => {
      return new Deliverer({
        database: await container.make('lucid.db'),
        jobs: await container.make(Jobs),
        targets: await container.make(Targets),
        logger: await container.make('logger'),
      })
    })
  }
}
