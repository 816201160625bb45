/**
 * All webhook events.
 */
import type { Declared } from '#app/support/lazy'
import type { NameTable } from '#app/names/name_table'
import { Names } from '#app/names/names'
import { PluginError } from '#app/support/plugin_error'
import { CODES, type WebhookEventDefinition } from './define_webhook_event.js'

const NAME = /^[a-z][a-z0-9_]*(\.[a-z][a-z0-9_]*)*$/

export class WebhookEvents {
  readonly #byName = new Map<string, WebhookEventDefinition>()
  readonly #byCode = new Map<number, WebhookEventDefinition>()

  readonly #publicNames = new Map<number, Names>()

  /** @throws PluginError for duplicate or invalid names and codes, and for unknown resources */
  constructor(declared: Declared<WebhookEventDefinition>[], table?: NameTable) {
    for (const { plugin, declaration } of declared) {
      const { name, code, versions } = declaration
      if (this.#byName.has(name) || this.#byCode.has(code)) {
        throw new PluginError(
          'E_DUPLICATE_WEBHOOK_EVENT',
          `plugin "${plugin}" declares the webhook event "${name}" with code ${code}; the name or the code is already declared`
        )
      }
      if (!NAME.test(name) || !isSmall(code) || !versions.length || !versions.every(isSmall)) {
        throw new PluginError(
          'E_BAD_WEBHOOK_EVENT',
          `plugin "${plugin}" declares the webhook event "${name}"; names are words in snake_case, the code and versions are whole numbers from 1, and there is at least one version`
        )
      }
      this.#byName.set(name, declaration)
      this.#byCode.set(code, declaration)
      if (table) this.#publicNames.set(code, publicNamesOf(plugin, declaration, table))
    }
  }

  /** Sorted by code. */
  all(): WebhookEventDefinition[] {
    return [...this.#byCode.values()].sort((a, b) => a.code - b.code)
  }

  /** @throws Error for an unknown name */
  get(name: string): WebhookEventDefinition {
    const event = this.#byName.get(name)
    if (!event) throw new Error(`no plugin declares the webhook event "${name}"`)
    return event
  }

  /** Undefined for the code of a removed plugin. */
  coded(code: number): WebhookEventDefinition | undefined {
    return this.#byCode.get(code)
  }

  /** Public names for the payloads of an event. */
  publicNames({ code }: WebhookEventDefinition): Names {
    return this.#publicNames.get(code) ?? new Names()
  }

  /** Label of an event; the plugin that declared it may no longer exist. */
  getEventLabel(code: number): string {
    return this.coded(code)?.label ?? `event ${code}`
  }
}

/** @throws PluginError for an unknown resource, and for names with conflicting public names */
function publicNamesOf(
  plugin: string,
  { name: event, shows = {} }: WebhookEventDefinition,
  table: NameTable
): Names {
  const { resources, indexes } = table.named
  const known = new Set(resources.all().map(({ path }) => path))
  const unknown = shows.resources?.find((path) => !known.has(path))
  if (unknown !== undefined)
    throw new PluginError(
      'E_BAD_WEBHOOK_EVENT',
      `the webhook event "${event}" of plugin "${plugin}" shows the resource "${unknown}", which no plugin declares`
    )
  const all = [
    ...(shows.resources ?? []).map((path) => table.resource(path)),
    ...(shows.searchResults ? indexes.map(({ name }) => table.index(name)) : []),
  ]
  const renames: Record<string, string> = {}
  for (const [own, name] of all.flatMap((names) => [...names])) {
    if ((renames[own] ??= name) !== name)
      throw new PluginError(
        'E_DUPLICATE_NAME',
        `payloads of the webhook event "${event}" show "${own}", which has the public names "${renames[own]}" and "${name}"`
      )
  }
  return new Names(renames)
}

const isSmall = (number: number) => Number.isInteger(number) && number > 0 && number < CODES
