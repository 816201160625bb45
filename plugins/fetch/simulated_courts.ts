import type { LoopbackAddress } from './setting_rules.js'

/** Courts that answer in place of the court system where the settings connect to none. */
export interface Simulation {
  /** Called at the first request. */
  start: () => Promise<LoopbackAddress>
  /** Username of the only account that may use them; undefined: every account. */
  onlyFor?: string
}

/** The simulated courts of this process. Plugins and tests offer them. */
export class SimulatedCourts {
  #offered: Simulation[] = []

  /** Those offered last; undefined for none. */
  get current(): Simulation | undefined {
    return this.#offered.at(-1)
  }

  /** @returns withdraws the offer */
  offer(courts: Simulation): () => void {
    this.#offered.push(courts)
    return () => {
      this.#offered = this.#offered.filter((one) => one !== courts)
    }
  }
}
