/**
 * The rights an account can have: those of the console and those of plugins.
 */
import { CONSOLE_RIGHTS, EVERY_RIGHT } from './rights.js'

export class RightRegistry {
  /** A sentence on each right, by name. */
  readonly descriptions: Readonly<Record<string, string>>

  constructor(plugins: { rights?: Record<string, string> }[]) {
    this.descriptions = Object.assign(
      {},
      ...plugins.map(({ rights }) => rights ?? {}),
      CONSOLE_RIGHTS,
      { [EVERY_RIGHT]: 'Everything.' }
    )
  }

  get names(): string[] {
    return Object.keys(this.descriptions)
  }
}
