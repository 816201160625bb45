import { configProvider } from '@adonisjs/core'
import { defineConfig, stores } from '@adonisjs/session'
import type { SessionStoreFactory, SessionStoreWithTaggingContract } from '@adonisjs/session/types'
import { appUrl } from './app.js'

export const SESSION_COOKIE = 'curia_session'

const inDatabase = stores.database({ tableName: 'sessions' })

export default defineConfig({
  enabled: true,
  cookieName: SESSION_COOKIE,
  clearWithBrowser: false,
  age: '14d',
  cookie: {
    path: '/',
    httpOnly: true,
    secure: appUrl.startsWith('https:'),
    sameSite: 'lax',
  },
  store: 'curia',
  stores: {
    curia: configProvider.create<SessionStoreFactory>(async (app) => {
      const { SessionStore } = await import('#app/accounts/session_store')
      const database = await app.container.make('lucid.db')
      const make = await inDatabase.resolver(app)
      return (ctx, config) =>
        new SessionStore(
          make(ctx, config) as SessionStoreWithTaggingContract,
          database,
          ctx,
          config
        )
    }),
  },
})
