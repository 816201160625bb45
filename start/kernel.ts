/**
 * Middleware of all requests, and named middleware.
 */
import router from '@adonisjs/core/services/router'
import { appUrl } from '#config/app'
import server from '@adonisjs/core/services/server'
import { settings } from '#start/env'

server.use([() => import('#app/web/request_context_middleware')])

// For all responses, including those of the API and files (RFC 6797, 7.2: only over TLS).
if (appUrl.startsWith('https:')) server.use([() => import('#app/web/strict_transport_middleware')])

if (settings.compression) server.use([() => import('#app/web/compression_middleware')])

server.use([
  () => import('#app/web/maintenance_middleware'),
  () => import('#app/web/null_character_middleware'),
])

// Before the response to a write is sent: the next read of the account must see it.
if (settings.databaseReadUrls.length)
  server.use([() => import('#app/web/written_position_middleware')])

server.errorHandler(() => import('#app/exceptions/handler'))

/** Named middleware. */
export const middleware = router.named({
  pageHeaders: () => import('#app/web/page_headers_middleware'),
  pageVisitor: () => import('#app/web/page_visitor_middleware'),
  body: () => import('#app/console/middleware/form_body_middleware'),
  session: () => import('@adonisjs/session/session_middleware'),
  shield: () => import('@adonisjs/shield/shield_middleware'),
  console: () => import('#app/console/middleware/console_middleware'),
  signedIn: () => import('#app/console/middleware/signed_in_middleware'),
  formLimit: () => import('#app/console/middleware/form_limit_middleware'),
})
