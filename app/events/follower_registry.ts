/**
 * The followers plugins declare.
 */
import type { Declared } from '#app/support/declared'
import { PluginError } from '#app/support/plugin_error'
import type { FollowerDefinition } from './follower.js'

export class FollowerRegistry {
  readonly #definitions: FollowerDefinition[] = []

  /** @throws PluginError for a name that is taken, or of another plugin */
  constructor(declared: Declared<FollowerDefinition>[]) {
    const taken = new Set<string>()
    for (const { plugin, declaration } of declared) {
      const { name } = declaration
      if (!name.startsWith(`${plugin}.`)) {
        throw new PluginError(
          'E_FOREIGN_FOLLOWER',
          `plugin "${plugin}" declares the follower "${name}"; its followers begin with "${plugin}."`
        )
      }
      if (taken.has(name))
        throw new PluginError('E_DUPLICATE_FOLLOWER', `the follower "${name}" is declared twice`)
      taken.add(name)
      this.#definitions.push(declaration)
    }
  }

  /** In the order of the plugins. */
  all(): readonly FollowerDefinition[] {
    return this.#definitions
  }
}
