import type { ApplicationService } from '@adonisjs/core/types'
import { PluginHost } from './plugin_host.js'
import { loadHost } from './plugin_loader.js'

/** Assembles the plugins and binds their declarations for the services of each folder. */
export default class PluginProvider {
  constructor(protected app: ApplicationService) {}

  async boot() {
    const { container } = this.app
    const host = await loadHost()
    container.bindValue(PluginHost, host)
    for (const registry of host.registries)
      container.bindValue(registry.constructor as new () => object, registry)
  }
}
