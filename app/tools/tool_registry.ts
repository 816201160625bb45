/** The tools of all plugins, in display order. */
import type { Catalog } from '#api/catalog'
import type { Declared } from '#app/support/lazy'
import { orderByNames } from '#app/support/order_by_names'
import { PluginError } from '#app/support/plugin_error'
import type { DocumentDefinition, PromptDefinition, ToolResourceDefinition } from './definitions.js'
import type { InputSchema, OutputSchema, ToolDefinition } from './define_tool.js'
import { shortenable } from './structured_content.js'

/** A tool with the schemas of its arguments and of its structured content, if it has any. */
export interface Tool extends ToolDefinition {
  plugin: string
  schema: InputSchema
  outputSchema?: OutputSchema
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

  /** @throws PluginError for two tools, documents, resources, or prompts with the same name, and for tools in a circular order */
  constructor(
    { tools, documents, toolResources, prompts }: DeclaredTools,
    readonly catalog: Catalog
  ) {
    byName('tool', tools)
    this.#declared = orderByNames(
      tools,
      ({ declaration: { name, after } }) => ({ name, after: after === undefined ? [] : [after] }),
      (names) => {
        throw new PluginError(
          'E_CIRCULAR_TOOLS',
          `the order of the tools of AI clients is circular: ${names.join(' → ')}`
        )
      }
    )
    this.documents = Array.from(
      byName('document', documents.map(named)).values(),
      ({ document }) => document
    )
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
          ...(declaration.output && {
            outputSchema: shortenable(declaration.output(this.catalog, this.documents)),
          }),
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

function declaredTwice(what: string, key: string, ...plugins: string[]): PluginError {
  const [owner, plugin] = plugins
  return new PluginError(
    'E_DUPLICATE_TOOL',
    `plugins "${owner}" and "${plugin}" both declare the ${what} "${key}" for AI clients`
  )
}
