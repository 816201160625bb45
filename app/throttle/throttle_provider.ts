import type { ApplicationService } from '@adonisjs/core/types'
import { openThrottle } from './open_throttle.js'
import { Throttle } from './throttle.js'

export default class ThrottleProvider {
  #throttle: Throttle | undefined

  constructor(protected app: ApplicationService) {}

  register() {
    this.app.container.singleton(Throttle, async () => {
      this.#throttle = await openThrottle(this.app)
      return this.#throttle
    })
  }

  async shutdown() {
    await this.#throttle?.close()
  }
}
