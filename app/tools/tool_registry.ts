/**
 * The tools of all plugins, in the order clients see them.
 */
import type { Catalog } from '#api/catalog'
import type { Declared } from '#app/support/declared'
import { PluginError } from '#app/support/plugin_error'
import type { InputSchema, ToolDefinition } from './define_tool.js'

/** A tool with the schema of its arguments. */
export interface Tool extends ToolDefinition {
  plugin: string
  schema: InputSchema
}

export class ToolRegistry {
  readonly #declared: Declared<ToolDefinition>[]
  #tools: Map<string, Tool> | undefined

  /** @throws PluginError for two tools of one name or position */
  constructor(
    declared: Declared<ToolDefinition>[],
    readonly catalog: Catalog
  ) {
    this.#declared = declared.toSorted((a, b) => a.declaration.position - b.declaration.position)
    const taken = new Map<string | number, string>()
    for (const { plugin, declaration } of this.#declared) {
      for (const key of [declaration.name, declaration.position]) {
        const owner = taken.get(key)
        if (owner !== undefined)
          throw new PluginError(
            'E_DUPLICATE_TOOL',
            `plugins "${owner}" and "${plugin}" both declare a tool "${key}"`
          )
        taken.set(key, plugin)
      }
    }
  }

  /** By name, in order. Schemas are built when they are first asked for. */
  get tools(): ReadonlyMap<string, Tool> {
    this.#tools ??= new Map(
      this.#declared.map(({ plugin, declaration }) => [
        declaration.name,
        {
          ...declaration,
          plugin,
          schema: { ...declaration.input(this.catalog), additionalProperties: false },
        },
      ])
    )
    return this.#tools
  }
}
