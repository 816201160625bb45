/**
 * `withSession` of the API client, which `loginAs` uses. The session package's
 * plugin keeps sessions in memory and sends a cookie with every request. This one
 * writes sessions to the server's session store.
 */
import { randomUUID } from 'node:crypto'
import { configProvider } from '@adonisjs/core'
import { CookieClient } from '@adonisjs/core/http'
import testUtils from '@adonisjs/core/services/test_utils'
import type { ApplicationService } from '@adonisjs/core/types'
import type {} from '@adonisjs/session/plugins/api_client'
import type {
  SessionConfig,
  SessionData,
  SessionStoreFactory,
  SessionStoreWithTaggingContract,
} from '@adonisjs/session/types'
import { ApiClient, ApiRequest } from '@japa/api-client'
import Tokens from 'csrf'
import { CSRF_SECRET } from '#app/accounts/sessions'
import { AccountCache } from '#app/accounts/account_cache'
import type { PluginFn } from '@japa/runner/types'
import { SESSION_COOKIE } from '#config/session'

type Resolved = SessionConfig & { stores: Record<string, SessionStoreFactory> }

const wanted = new WeakMap<ApiRequest, SessionData>()

/** Adds session values to API client requests. */
export function withSessions(): PluginFn {
  return () => {
    ApiRequest.macro('withSession', function (this: ApiRequest, values: SessionData) {
      wanted.set(this, values)
      return this
    })
  }
}

/**
 * Writes the sessions of requests. Registered after hooks that call `withSession`
 * before a request.
 */
export function storedSessions(app: ApplicationService): PluginFn {
  return () => {
    ApiClient.setup(async (request) => {
      const values = wanted.get(request)
      if (values) request.withCookie(SESSION_COOKIE, (await storeSession(app, values)).id)
    })
  }
}

/**
 * Signs an account in with the guard's `authenticateAsClient`, like `loginAs`, in a
 * session with the CSRF secret of forms.
 *
 * @returns the signed value of its cookie
 */
export async function sessionCookie(app: ApplicationService, account: number): Promise<string> {
  const accountCache = await app.container.make(AccountCache)
  const record = await accountCache.account(account)
  const { auth } = await testUtils.createHttpContext()
  const { session } = await auth.use('web').authenticateAsClient(record!)
  const secret = new Tokens().secretSync()
  const { id, store } = await storeSession(app, { ...session, [CSRF_SECRET]: secret })
  await store.tag(id, account)
  const cookies = new CookieClient((await app.container.make('encryption')).use())
  return encodeURIComponent(cookies.sign(SESSION_COOKIE, id)!)
}

async function storeSession(app: ApplicationService, values: SessionData) {
  const config = await configProvider.resolve<Resolved>(app, app.config.get('session'))
  const store = config!.stores.curia!(null as never, config!) as SessionStoreWithTaggingContract
  const id = randomUUID()
  await store.write(id, values)
  return { id, store }
}
