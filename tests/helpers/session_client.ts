/**
 * `withSession` of the API client, which `loginAs` uses. The session package's
 * own plugin keeps sessions in memory and sends a cookie with every request;
 * these are written where the server keeps them.
 */
import { randomUUID } from 'node:crypto'
import { configProvider } from '@adonisjs/core'
import type { ApplicationService } from '@adonisjs/core/types'
import type {} from '@adonisjs/session/plugins/api_client'
import type { SessionConfig, SessionData, SessionStoreFactory } from '@adonisjs/session/types'
import { ApiClient, ApiRequest } from '@japa/api-client'
import type { PluginFn } from '@japa/runner/types'
import { SESSION_COOKIE } from '#config/session'

type Resolved = SessionConfig & { stores: Record<string, SessionStoreFactory> }

const wanted = new WeakMap<ApiRequest, SessionData>()

/** Lets requests of the API client name the values of their session. */
export function withSessions(): PluginFn {
  return () => {
    ApiRequest.macro('withSession', function (this: ApiRequest, values: SessionData) {
      wanted.set(this, values)
      return this
    })
  }
}

/** Writes the sessions of requests; registered after what calls `withSession` before a request. */
export function storedSessions(app: ApplicationService): PluginFn {
  return () => {
    ApiClient.setup(async (request) => {
      const values = wanted.get(request)
      if (!values) return
      const config = await configProvider.resolve<Resolved>(app, app.config.get('session'))
      const id = randomUUID()
      await config!.stores.curia!(null as never, config!).write(id, values)
      request.withCookie(SESSION_COOKIE, id)
    })
  }
}
