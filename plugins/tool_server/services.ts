/** Services of tool calls. `provider.ts` binds one instance for the application. */
import type { ApplicationService } from '@adonisjs/core/types'
import type { Logger } from '@adonisjs/core/logger'
import type { Reader } from '#app/database/reader'
import type { ListedChoices } from '#app/tools/choices'
import type { PromptDefinition } from '#app/tools/definitions'
import type { Tool, ToolRegistry } from '#app/tools/tool_registry'
import { offeredResources, type OfferedResource } from './protocol/offered_resources.js'
import type { ToolStore } from './state/tool_store.js'

type ServerHandle = import('@adonisjs/core/http').Server['handle']

/** Declarations that are offered to clients. */
export interface Offers {
  /** Tools by name, in the order in which clients list them. */
  tools: ReadonlyMap<string, Tool>
  resources: readonly OfferedResource[]
  /** Prompts by name. */
  prompts: ReadonlyMap<string, PromptDefinition>
}

export class ToolServices implements Offers {
  declare app: ApplicationService
  declare logger: Logger
  declare registry: ToolRegistry
  declare tools: Offers['tools']
  declare resources: Offers['resources']
  declare prompts: Offers['prompts']
  /** Lists for completion. */
  declare lists: ListedChoices
  declare reader: Reader
  declare store: ToolStore
  /** Key for hashing credentials in the store. */
  declare secret: string
  /** Handles a request in this process. */
  declare dispatch: (...request: Parameters<ServerHandle>) => unknown

  constructor(parts: ToolServices) {
    Object.assign(this, parts)
  }
}

/**
 * Returns the tools that are offered to clients, and the resources and prompts
 * all of whose tools are offered.
 *
 * @param extra whether to include declarations beyond those of the modeled server
 */
export function offeredBy(registry: ToolRegistry, extra: boolean): Offers {
  const tools = new Map([...registry.tools].filter(([, tool]) => extra || !tool.extra))
  const isOffered = (declared: { tools: string[] }) =>
    extra && declared.tools.every((name) => tools.has(name))
  return {
    tools,
    resources: offeredResources([...registry.resources.values()].filter(isOffered)),
    prompts: new Map([...registry.prompts].filter(([, prompt]) => isOffered(prompt))),
  }
}
