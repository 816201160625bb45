/**
 * What every request passes through.
 */
import router from '@adonisjs/core/services/router'
import server from '@adonisjs/core/services/server'

server.errorHandler(() => import('#app/exceptions/handler'))

/** Middleware that routes name. */
export const middleware = router.named({
  pageHeaders: () => import('#app/middleware/page_headers_middleware'),
  body: () => import('#app/console/middleware/form_body_middleware'),
  session: () => import('@adonisjs/session/session_middleware'),
  shield: () => import('@adonisjs/shield/shield_middleware'),
  console: () => import('#app/console/middleware/console_middleware'),
  signedIn: () => import('#app/console/middleware/signed_in_middleware'),
  formLimit: () => import('#app/console/middleware/form_limit_middleware'),
})
