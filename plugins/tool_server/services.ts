/**
 * What answering a tool call needs; made once for the application.
 */
import type { ApplicationService } from '@adonisjs/core/types'
import { logFailure } from '#app/database/database_away'
import { appKey } from '#config/app'
import { settings } from '#start/env'
import { ToolRegistry } from '#app/tools/tool_registry'
import type { Tool } from '#app/tools/tool_registry'
import toolSettings from './settings.js'
import { ToolStore, type StoredTexts } from './state/tool_store.js'

export interface ToolServices {
  app: ApplicationService
  registry: ToolRegistry
  /** Those that are offered, by name, in the order clients see them. */
  tools: ReadonlyMap<string, Tool>
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
  const offered = [...registry.tools].filter(([, { extra }]) => toolSettings.extraTools || !extra)
  return {
    app,
    registry,
    tools: new Map(offered),
    store: await openStore(app),
    secret: appKey,
    dispatch: (request, response) => server.handle(request, response),
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
