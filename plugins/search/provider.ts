import type { ApplicationService } from '@adonisjs/core/types'
import { createSearchServices, SearchServices } from './services.js'

/** Binds the services of searches. */
export default class SearchServicesProvider {
  #services: Promise<SearchServices> | undefined

  constructor(protected app: ApplicationService) {}

  register() {
    // Not a singleton, which would cache the error of a search engine that is unavailable at first.
    this.app.container.bind(SearchServices, () => this.services())
  }

  /** Returns the services, which are created once; a failure is retried by the next call. */
  services(): Promise<SearchServices> {
    if (!this.#services) {
      this.#services = createSearchServices(this.app)
      this.#services.catch(() => (this.#services = undefined))
    }
    return this.#services
  }
}
