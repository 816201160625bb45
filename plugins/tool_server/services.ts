/**
 * What answering a tool call needs; made once for the application.
 */
import type { ApplicationService } from '@adonisjs/core/types'
import { logFailure } from '#app/database/database_away'
import { appKey } from '#config/app'
import { Reader } from '#app/database/reader'
import { settings } from '#start/env'
import type { PromptDefinition } from '#app/tools/definitions'
import { ToolRegistry, type Tool } from '#app/tools/tool_registry'
import { offeredResources, type OfferedResource } from './protocol/offered_resources.js'
import toolSettings from './settings.js'
import { ToolStore, type StoredTexts } from './state/tool_store.js'

export interface ToolServices {
  app: ApplicationService
  registry: ToolRegistry
  /** Those that are offered, by name, in the order clients see them. */
  tools: ReadonlyMap<string, Tool>
  /** Resources and templates that are offered. */
  resources: readonly OfferedResource[]
  /** Prompts that are offered, by name. */
  prompts: ReadonlyMap<string, PromptDefinition>
  reader: Reader
  store: ToolStore
  /** Key with which callers are named in the store. */
  secret: string
  /** Handles a request in this process. */
  dispatch: (...request: Parameters<ServerHandle>) => unknown
}

type ServerHandle = import('@adonisjs/core/http').Server['handle']

const made = new WeakMap<ApplicationService, Promise<ToolServices>>()

export function toolServices(app: ApplicationService): Promise<ToolServices> {
  let services = made.get(app)
  if (!services) {
    made.set(app, (services = make(app)))
    // What failed is tried again.
    services.catch(() => made.delete(app))
  }
  return services
}

async function make(app: ApplicationService): Promise<ToolServices> {
  const registry = await app.container.make(ToolRegistry)
  const server = await app.container.make('server')
  return {
    app,
    registry,
    ...offeredBy(registry, toolSettings.extraTools),
    reader: await app.container.make(Reader),
    store: await openStore(app),
    secret: appKey,
    dispatch: (request, response) => server.handle(request, response),
  }
}

/**
 * What clients may use. Resources and prompts are offered where all the tools
 * that they call are.
 *
 * @param extra whether to offer what clients of the modeled server do not know, too
 */
export function offeredBy(
  registry: ToolRegistry,
  extra: boolean
): Pick<ToolServices, 'tools' | 'resources' | 'prompts'> {
  const tools = new Map([...registry.tools].filter(([, tool]) => extra || !tool.extra))
  const isOffered = (declared: { tools: string[] }) =>
    extra && declared.tools.every((name) => tools.has(name))
  return {
    tools,
    resources: offeredResources([...registry.resources.values()].filter(isOffered)),
    prompts: new Map([...registry.prompts].filter(([, prompt]) => isOffered(prompt))),
  }
}

async function openStore(app: ApplicationService): Promise<ToolStore> {
  const logger = await app.container.make('logger')
  return new ToolStore(await openTexts(app), (error) =>
    logFailure(logger, error, 'what tools keep between calls could not be read or written')
  )
}

async function openTexts(app: ApplicationService): Promise<StoredTexts> {
  if (settings.redisUrl) {
    const { RedisTexts } = await import('./state/redis_texts.js')
    const redis = await app.container.make('redis')
    return new RedisTexts(redis.connection('main'))
  }
  const { PostgresTexts } = await import('./state/postgres_texts.js')
  return new PostgresTexts()
}
