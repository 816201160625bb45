/** The tools of all plugins, in display order. */
import type { Catalog } from '#api/catalog'
import type { Declared } from '#app/support/lazy'
import { PluginError } from '#app/support/plugin_error'
import type { DocumentDefinition, PromptDefinition, ToolResourceDefinition } from './definitions.js'
import type { InputSchema, ToolDefinition } from './define_tool.js'

/** A tool with the schema of its arguments. */
export interface Tool extends ToolDefinition {
  plugin: string
  schema: InputSchema
}

interface DeclaredTools {
  tools: Declared<ToolDefinition>[]
  documents: Declared<DocumentDefinition>[]
  toolResources: Declared<ToolResourceDefinition>[]
  prompts: Declared<PromptDefinition>[]
}

export class ToolRegistry {
  /** Records whose text can be read, in the order of their arguments. */
  readonly documents: readonly DocumentDefinition[]
  /** Texts that can be read by URI, by name. */
  readonly resources: ReadonlyMap<string, ToolResourceDefinition>
  readonly prompts: ReadonlyMap<string, PromptDefinition>
  readonly #declared: Declared<ToolDefinition>[]
  #tools: Map<string, Tool> | undefined

  /**
   * @throws PluginError for duplicate names of tools, documents, resources, or prompts, and
   *   duplicate positions of tools
   */
  constructor(
    { tools, documents, toolResources, prompts }: DeclaredTools,
    readonly catalog: Catalog
  ) {
    this.#declared = tools.toSorted((a, b) => a.declaration.position - b.declaration.position)
    const taken = new Map<string | number, string>()
    for (const { plugin, declaration } of this.#declared) {
      for (const key of [declaration.name, declaration.position]) {
        const owner = taken.get(key)
        if (owner !== undefined) throw declaredTwice('tool', key, owner, plugin)
        taken.set(key, plugin)
      }
    }
    this.documents = [...byName('document', documents.map(named)).values()]
      .map(({ document }) => document)
      .toSorted((a, b) => a.position - b.position)
    this.resources = byName('resource', toolResources)
    this.prompts = byName('prompt', prompts)
  }

  /** By name, in order. Schemas are created on first use. */
  get tools(): ReadonlyMap<string, Tool> {
    this.#tools ??= new Map(
      this.#declared.map(({ plugin, declaration }) => [
        declaration.name,
        {
          ...declaration,
          plugin,
          schema: {
            ...declaration.input(this.catalog, this.documents),
            additionalProperties: false,
          },
        },
      ])
    )
    return this.#tools
  }
}

const named = ({ plugin, declaration: document }: Declared<DocumentDefinition>) => ({
  plugin,
  declaration: { name: document.type, document },
})

function byName<T extends { name: string }>(
  what: string,
  declared: Declared<T>[]
): ReadonlyMap<string, T> {
  const owners = new Map<string, string>()
  for (const { plugin, declaration } of declared) {
    const owner = owners.get(declaration.name)
    if (owner !== undefined) throw declaredTwice(what, declaration.name, owner, plugin)
    owners.set(declaration.name, plugin)
  }
  return new Map(declared.map(({ declaration }) => [declaration.name, declaration]))
}

function declaredTwice(what: string, key: string | number, ...plugins: string[]): PluginError {
  const [owner, plugin] = plugins
  return new PluginError(
    'E_DUPLICATE_TOOL',
    `plugins "${owner}" and "${plugin}" both declare the ${what} "${key}" for AI clients`
  )
}
