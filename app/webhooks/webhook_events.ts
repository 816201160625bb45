/**
 * All kinds of events webhooks are sent for.
 */
import type { Declared } from '#api/registry'
import { PluginError } from '#core/plugin_error'
import type { WebhookEventDefinition } from './define_webhook_event.js'

const NAME = /^[a-z][a-z0-9_]*(\.[a-z][a-z0-9_]*)*$/

export class WebhookEvents {
  readonly #byName = new Map<string, WebhookEventDefinition>()
  readonly #byCode = new Map<number, WebhookEventDefinition>()

  /** @throws PluginError for names and codes that are taken, or none */
  constructor(declared: Declared<WebhookEventDefinition>[]) {
    for (const { plugin, declaration } of declared) {
      const { name, code, versions } = declaration
      if (this.#byName.has(name) || this.#byCode.has(code)) {
        throw new PluginError(
          'E_DUPLICATE_WEBHOOK_EVENT',
          `plugin "${plugin}" declares the webhook event "${name}" with code ${code}; name or code are taken`
        )
      }
      if (!NAME.test(name) || !isSmall(code) || !versions.length || !versions.every(isSmall)) {
        throw new PluginError(
          'E_BAD_WEBHOOK_EVENT',
          `plugin "${plugin}" declares the webhook event "${name}"; names are words in snake_case, code and versions whole numbers from 1 on, and there is at least one version`
        )
      }
      this.#byName.set(name, declaration)
      this.#byCode.set(code, declaration)
    }
  }

  /** By code. */
  all(): WebhookEventDefinition[] {
    return [...this.#byCode.values()].sort((a, b) => a.code - b.code)
  }

  /** @throws Error for a name no plugin declares */
  get(name: string): WebhookEventDefinition {
    const event = this.#byName.get(name)
    if (!event) throw new Error(`no plugin declares the webhook event "${name}"`)
    return event
  }

  /** Undefined for the code of a plugin that is gone. */
  coded(code: number): WebhookEventDefinition | undefined {
    return this.#byCode.get(code)
  }

  /** What people call an event, also one whose plugin is gone. */
  labelOf(code: number): string {
    return this.coded(code)?.label ?? `event ${code}`
  }
}

const isSmall = (number: number) => Number.isInteger(number) && number > 0 && number < 32_768
