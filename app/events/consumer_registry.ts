/**
 * The consumers declared by plugins.
 */
import type { Declared } from '#app/support/lazy'
import { PluginError } from '#app/support/plugin_error'
import type { ConsumerDefinition } from './consumer_definition.js'

export class ConsumerRegistry {
  readonly #definitions: ConsumerDefinition[] = []

  /** @throws PluginError for a duplicate name or another plugin's prefix */
  constructor(declared: Declared<ConsumerDefinition>[]) {
    const taken = new Set<string>()
    for (const { plugin, declaration } of declared) {
      const { name } = declaration
      if (!name.startsWith(`${plugin}.`)) {
        throw new PluginError(
          'E_FOREIGN_CONSUMER',
          `plugin "${plugin}" declares the consumer "${name}"; its consumers must start with "${plugin}."`
        )
      }
      if (taken.has(name))
        throw new PluginError('E_DUPLICATE_CONSUMER', `the consumer "${name}" is declared twice`)
      taken.add(name)
      this.#definitions.push(declaration)
    }
  }

  /** In plugin order. */
  all(): readonly ConsumerDefinition[] {
    return this.#definitions
  }
}
