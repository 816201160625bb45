import type { ApplicationService } from '@adonisjs/core/types'
import { logFailure } from '#app/database/database_unavailable'
import { Reader } from '#app/database/reader'
import { ListedChoices } from '#app/tools/choices'
import { ToolRegistry } from '#app/tools/tool_registry'
import { settings } from '#start/env'
import { offeredBy, ToolServices } from './services.js'
import { ToolStore, type StoredTexts } from './state/tool_store.js'

/** Binds the services of tool calls. */
export default class ToolServerProvider {
  constructor(protected app: ApplicationService) {}

  register() {
    this.app.container.singleton(ToolServices, () => this.#services())
  }

  async #services(): Promise<ToolServices> {
    const { app } = this
    const { container } = app
    const { default: toolSettings } = await import('./settings.js')
    const registry = await container.make(ToolRegistry)
    const server = await container.make('server')
    const logger = await container.make('logger')
    return new ToolServices({
      app,
      logger,
      registry,
      ...offeredBy(registry, toolSettings.extraTools),
      lists: await container.make(ListedChoices),
      reader: await container.make(Reader),
      store: new ToolStore(await this.#texts(), (error) =>
        logFailure(logger, error, 'reading or writing stored tool data failed')
      ),
      secret: settings.appKey,
      dispatch: (request, response) => server.handle(request, response),
    })
  }

  async #texts(): Promise<StoredTexts> {
    const { container } = this.app
    if (settings.redisUrl) {
      const { RedisTexts } = await import('./state/redis_texts.js')
      return new RedisTexts((await container.make('redis')).connection('main'))
    }
    const { PostgresTexts } = await import('./state/postgres_texts.js')
    return new PostgresTexts(await container.make('lucid.db'))
  }
}
