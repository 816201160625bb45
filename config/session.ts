import { defineConfig, stores } from '@adonisjs/session'
import { appUrl } from './app.js'

export const SESSION_COOKIE = 'curia_session'

/** Sessions live in the database, so that signing out ends them wherever their cookie went. */
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
  store: 'database',
  stores: { database: stores.database({ tableName: 'sessions' }) },
})
